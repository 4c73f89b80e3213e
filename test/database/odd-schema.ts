import Database from 'better-sqlite3';

/** What a schema may hold, in the order of `golden/odd-schema.txt`. */
const DDL = `
	CREATE TABLE "order details" (
		"order" INTEGER NOT NULL, [unit price] REAL DEFAULT 0.5, "back\`tick" TEXT UNIQUE,
		"double""quote" BLOB NOT NULL, "it's" NUMERIC(10, 2) CHECK ("it's" > 0),
		PRIMARY KEY ([unit price], "order")
	);
	CREATE TABLE "Select" (
		_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, "2nd" TEXT DEFAULT 'a, b', unnamed UNIQUE,
		"Größe" DOUBLE PRECISION COLLATE NOCASE, "名前" VARCHAR(20) NOT NULL DEFAULT '', "" INT, "Key", Text TEXT
	);
	CREATE INDEX by_key ON "Select" ("Key");
	CREATE TABLE "" (a INTEGER);
	CREATE TABLE pair (x INT, y INT, z INT, PRIMARY KEY (y, x));
	CREATE TABLE child (
		id INTEGER PRIMARY KEY, c INT, b INT REFERENCES "Select", a INT REFERENCES nowhere,
		d INT REFERENCES nowhere ("the id"), e INT,
		FOREIGN KEY (e, c) REFERENCES pair,
		FOREIGN KEY (c, b) REFERENCES pair (x, y) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
	);
	CREATE TABLE made (
		base REAL NOT NULL, twice REAL GENERATED ALWAYS AS (base * 2) VIRTUAL, thrice AS (base * 3) STORED
	);
	CREATE VIEW "order" AS
		SELECT [unit price] AS "the price", "order", 1 AS "group", base AS plain FROM "order details", made;
	CREATE VIEW broken AS SELECT * FROM gone;
	CREATE TABLE tight (id INT NOT NULL PRIMARY KEY, data ANY) STRICT;
	CREATE TABLE lean (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
	CREATE VIRTUAL TABLE notes USING fts5(title, body);
	CREATE TABLE notes_extra (words TEXT);
	CREATE VIEW double_quoted AS SELECT "I-" AS tag FROM made;
	CREATE TABLE after_view (x INT);
	CREATE TRIGGER touched AFTER INSERT ON after_view BEGIN SELECT 1; END;
	CREATE VIEW counted AS SELECT count(*), x FROM after_view;
	INSERT INTO "Select" (unnamed) VALUES (1);
	ANALYZE;
`;

/** Writes a database whose tables are as odd as SQLite lets them be; three objects in it cannot be read. */
export function writeOddDatabase(file: string): void {
	const db = new Database(file);
	db.exec(DDL);
	db.unsafeMode(true);
	db.pragma('writable_schema = ON');
	db.exec(`
		INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql)
		VALUES ('table', 'vectors', 'vectors', 0, 'CREATE VIRTUAL TABLE vectors USING vec0(e float[3])')
	`);
	db.close();
}
