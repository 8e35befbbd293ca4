#!/bin/sh
# Gathers the sentences of code and pages, brings the catalogue of every language up to date, and compiles them.
# English is the language of the sources; every other language is a folder under translations/.
set -eu
cd "$(dirname "$0")/.."

pybabel=.venv/bin/pybabel
template=build/messages.pot

mkdir -p build
$pybabel extract --mapping-file babel.cfg --keywords "_l lazy_gettext lazy_ngettext:1,2 lazy_pgettext:1c,2" \
    --add-location file --sort-by-file --no-wrap --project companion --output-file "$template" .
[ -e translations/de ] || $pybabel init --input-file "$template" --output-dir translations --locale de
$pybabel update --input-file "$template" --output-dir translations --no-wrap --ignore-obsolete --no-fuzzy-matching \
    --ignore-pot-creation-date
$pybabel compile --directory translations
