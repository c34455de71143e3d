-- All locks first, those of the next migration as well, and none waited for so long that a charge looks for a deadlock:
-- so no charge is ever ended by this.
SET LOCAL lock_timeout = '250ms';
--> statement-breakpoint
LOCK TABLE "holds", "accounts", "postings", "passes", "payments" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
-- A look-up of a busy account through its primary key takes longer the longer a snapshot is open. The audit finds what names none.
ALTER TABLE "postings" DROP CONSTRAINT "postings_from_account_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "postings" DROP CONSTRAINT "postings_to_account_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "holds" DROP CONSTRAINT "holds_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Of a table of one page PostgreSQL reads every row, and every version, rather than an index. So the system's accounts move behind a
-- dozen pages that are free for customers'.
ALTER TABLE "accounts" SET (fillfactor = 100);
--> statement-breakpoint
INSERT INTO "accounts" ("id", "kind", "name") OVERRIDING SYSTEM VALUE
SELECT -page_row, 'system', 'page row ' || page_row FROM generate_series(1, 1200) AS page_row;
--> statement-breakpoint
UPDATE "accounts" SET "epoch" = 1 WHERE "kind" = 'system' AND "id" > 0;
--> statement-breakpoint
DELETE FROM "accounts" WHERE "id" < 0;
--> statement-breakpoint
ALTER TABLE "accounts" SET (fillfactor = 50);
--> statement-breakpoint
-- Accounts are few beside charges: one that has millions takes this index seconds, in which charges wait.
CREATE INDEX "accounts_newest" ON "accounts" USING btree (COALESCE("name", "id"::text),"epoch");
