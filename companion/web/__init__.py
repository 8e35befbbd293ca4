"""The pages: one module for each thing a player does. They ask the table and the store, and hold no rule."""
