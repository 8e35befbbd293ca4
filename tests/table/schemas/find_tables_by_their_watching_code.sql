BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'companion','keep_the_log','2026-11-30 06:48:50.153548+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'companion','refuse_to_rewrite_the_log','2026-11-30 06:48:50.153918+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'companion','keep_settings','2026-11-30 06:48:50.154309+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'companion','find_tables_by_their_watching_code','2026-11-30 06:48:50.154544+00:00');
CREATE TABLE "lines" (
   "code" TEXT NOT NULL,
   "number" INTEGER NOT NULL,
   "seat" INTEGER,
   "kind" TEXT NOT NULL,
   "data" TEXT NOT NULL,
   "key" TEXT,
   "at" TEXT NOT NULL,
   PRIMARY KEY ("code", "number")
) STRICT;
INSERT INTO "lines" VALUES('cleverevng',1,NULL,'opened','{"game":"clever-4ever","host":"device-ada","watch":"watchwatchwatch2"}',NULL,'2026-01-02T20:00:00.000+00:00');
INSERT INTO "lines" VALUES('cleverevng',2,1,'seat','{"name":"Ada","paper":false}',NULL,'2026-01-02T20:00:00.000+00:00');
INSERT INTO "lines" VALUES('cleverevng',3,2,'seat','{"name":"Bo","paper":false}',NULL,'2026-01-02T20:00:00.000+00:00');
INSERT INTO "lines" VALUES('cleverevng',4,3,'seat','{"name":"Großmutter","paper":true}',NULL,'2026-01-02T20:00:00.000+00:00');
INSERT INTO "lines" VALUES('cleverevng',5,1,'taken','{"holder":"device-ada"}','tap-1','2026-01-02T20:01:00.000+00:00');
INSERT INTO "lines" VALUES('cleverevng',6,2,'taken','{"holder":"device-bo"}','tap-2','2026-01-02T20:02:00.000+00:00');
INSERT INTO "lines" VALUES('cleverevng',7,1,'entry','{"entry":{"area":"pink","value":6}}','tap-3','2026-01-02T20:03:00.000+00:00');
INSERT INTO "lines" VALUES('cleverevng',8,1,'entry','{"entry":{"area":"yellow","row":"bottom","value":4}}','tap-4','2026-01-02T20:04:00.000+00:00');
INSERT INTO "lines" VALUES('cleverevng',9,1,'mend','{"line":7,"entry":{"area":"pink","value":1}}','tap-5','2026-01-02T20:05:00.000+00:00');
INSERT INTO "lines" VALUES('cleverevng',10,2,'entry','{"entry":{"area":"blue","row":4,"column":2}}','tap-6','2026-01-02T20:06:00.000+00:00');
INSERT INTO "lines" VALUES('cleverevng',11,2,'entry','{"entry":{"area":"pink","value":4}}','tap-7','2026-01-02T20:07:00.000+00:00');
INSERT INTO "lines" VALUES('cleverevng',12,2,'entry','{"entry":{"area":"pink","value":2}}','tap-8','2026-01-02T20:08:00.000+00:00');
INSERT INTO "lines" VALUES('cleverevng',13,2,'undo','{"line":12}','tap-9','2026-01-02T20:09:00.000+00:00');
INSERT INTO "lines" VALUES('cleverevng',14,NULL,'entry','{"entry":{"action":"round"},"by":2}','tap-10','2026-01-02T20:10:00.000+00:00');
INSERT INTO "lines" VALUES('cleverevng',15,2,'freed','{}','tap-11','2026-01-02T20:11:00.000+00:00');
INSERT INTO "lines" VALUES('cleverevng',16,2,'taken','{"holder":"device-new"}','tap-12','2026-01-02T20:12:00.000+00:00');
INSERT INTO "lines" VALUES('cleverevng',17,2,'renamed','{"name":"Boris"}','tap-13','2026-01-02T20:13:00.000+00:00');
INSERT INTO "lines" VALUES('qwntevenng',1,NULL,'opened','{"game":"qwinto-cards","host":"device-ada"}',NULL,'2026-01-02T20:00:00.000+00:00');
INSERT INTO "lines" VALUES('qwntevenng',2,1,'seat','{"name":"Ada","paper":false}',NULL,'2026-01-02T20:00:00.000+00:00');
INSERT INTO "lines" VALUES('qwntevenng',3,2,'seat','{"name":"Bo","paper":false}',NULL,'2026-01-02T20:00:00.000+00:00');
INSERT INTO "lines" VALUES('qwntevenng',4,1,'taken','{"holder":"device-ada"}','tap-14','2026-01-02T20:14:00.000+00:00');
INSERT INTO "lines" VALUES('qwntevenng',5,NULL,'entry','{"entry":{"action":"call","value":7,"colours":["orange"],"active":true},"by":1}','tap-15','2026-01-02T20:15:00.000+00:00');
INSERT INTO "lines" VALUES('qwntevenng',6,1,'entry','{"entry":{"row":"orange","column":5,"value":7}}','tap-16','2026-01-02T20:16:00.000+00:00');
INSERT INTO "lines" VALUES('qwntevenng',7,2,'entry','{"entry":{"action":"pass"}}','tap-17','2026-01-02T20:17:00.000+00:00');
INSERT INTO "lines" VALUES('qwntevenng',8,NULL,'ended','{}','tap-18','2026-01-02T20:18:00.000+00:00');
CREATE TABLE "settings" (
   "name" TEXT PRIMARY KEY,
   "value" BLOB NOT NULL
) STRICT;
INSERT INTO "settings" VALUES('secret',X'3031323334353637383961626364656630313233343536373839616263646566');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE UNIQUE INDEX "idx_lines_code_key"
    ON "lines" ("code", "key");
CREATE TRIGGER lines_update before update on lines begin select raise(abort, 'the log is append-only'); end;
CREATE TRIGGER lines_delete before delete on lines begin select raise(abort, 'the log is append-only'); end;
CREATE TRIGGER lines_insert before insert on lines when new.number is not (select coalesce(max(number), 0) + 1 from lines where code = new.code) or exists (select 1 from lines where code = new.code and key = new.key) begin select raise(abort, 'a line has the next number and a new key'); end;
CREATE UNIQUE INDEX lines_watch on lines (json_extract(data, '$.watch')) where kind = 'opened' and json_extract(data, '$.watch') is not null;
COMMIT;
