-- As in the migration before: all locks first, and none waited for so long that a charge looks for a deadlock.
SET LOCAL lock_timeout = '250ms';
--> statement-breakpoint
LOCK TABLE "holds", "passes", "payments" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "carried" (
	"from_account" bigint NOT NULL,
	"to_account" bigint NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"movements" bigint NOT NULL,
	CONSTRAINT "carried_pk" PRIMARY KEY("from_account","to_account","kind"),
	CONSTRAINT "carried_kind" CHECK ("carried"."kind" IN ('charge', 'x402', 'change', 'refund')),
	CONSTRAINT "carried_amount" CHECK ("carried"."amount" > 0 AND "carried"."movements" > 0),
	CONSTRAINT "carried_accounts" CHECK ("carried"."from_account" <> "carried"."to_account")
);
--> statement-breakpoint
CREATE TABLE "folding" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"begins_at" timestamp with time zone NOT NULL,
	"folded_before" timestamp with time zone,
	CONSTRAINT "folding_single" CHECK ("folding"."id" = 1)
);
--> statement-breakpoint
-- The version before takes folded books for unsound: it has a day to be replaced.
INSERT INTO "folding" ("begins_at") VALUES (now() + interval '1 day');
--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "folded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "folded_at" timestamp with time zone;--> statement-breakpoint
-- On a database with many charges or payments, make all three beforehand by hand with CREATE INDEX CONCURRENTLY: here writers wait.
CREATE INDEX IF NOT EXISTS "holds_given_back" ON "holds" USING btree ("closed_at") WHERE "holds"."state" IN ('voided', 'expired');--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "holds_answer" ON "holds" USING btree ("answer_id") WHERE "holds"."answer_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_unfolded" ON "payments" USING btree ("closed_at") WHERE "payments"."state" = 'settled' AND "payments"."folded_at" IS NULL;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_folded" CHECK ("passes"."folded" >= 0 AND "passes"."folded" <= "passes"."used") NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_folded" CHECK ("payments"."folded_at" IS NULL OR "payments"."state" = 'settled') NOT VALID;
