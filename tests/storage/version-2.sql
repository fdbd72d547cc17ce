-- A file of tables as version 2 wrote it.  It is never changed: later versions must read it.
PRAGMA application_id = 1129070919;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE events (
             table_name TEXT NOT NULL REFERENCES tables (name),
             number INTEGER NOT NULL,
             key TEXT NOT NULL,
             body TEXT NOT NULL,
             time TEXT NOT NULL,
             rules TEXT NOT NULL,
             PRIMARY KEY (table_name, number),
             UNIQUE (table_name, key)
           ) STRICT, WITHOUT ROWID;
INSERT INTO "events" VALUES('kitchen',1,'k1','{"do": "open"}','2026-01-31T20:00:00.000Z','sha256:1');
INSERT INTO "events" VALUES('kitchen',2,'k2','{"do": "x"}','2026-01-31T22:30:00.000Z','sha256:1');
CREATE TABLE rules (fingerprint TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
INSERT INTO "rules" VALUES('sha256:1','clag 1');
CREATE TABLE tables (
             name TEXT PRIMARY KEY,
             standing TEXT NOT NULL CHECK (standing IN ('running', 'over', 'deleted')),
             opened TEXT NOT NULL,
             changed TEXT NOT NULL,
             summary TEXT NOT NULL
           ) STRICT;
INSERT INTO "tables" VALUES('kitchen','over','2026-01-31T20:00:00.000Z','2026-01-31T22:30:00.000Z','Ann & Bob');
CREATE INDEX tables_by_change ON tables (standing, changed DESC, name);
CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
           BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
           BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;
CREATE TABLE secrets (
             table_name TEXT PRIMARY KEY REFERENCES tables (name),
             body TEXT NOT NULL
           ) STRICT, WITHOUT ROWID;
INSERT INTO "secrets" VALUES('kitchen','7:00');
CREATE TRIGGER secrets_are_not_changed BEFORE UPDATE ON secrets
           BEGIN SELECT RAISE(ABORT, 'a secret is never changed'); END;
CREATE TRIGGER secrets_are_not_deleted BEFORE DELETE ON secrets
           BEGIN SELECT RAISE(ABORT, 'a secret is never deleted'); END;
COMMIT;
