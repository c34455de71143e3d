-- As in the migrations before: all locks first, and none waited for so long that a payment looks for a deadlock. Readers go on, but for the
-- one row of the newest audit.
SET LOCAL lock_timeout = '250ms';
--> statement-breakpoint
LOCK TABLE "book_audits" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
LOCK TABLE "payments", "chain_signatures", "claims" IN SHARE MODE;
--> statement-breakpoint
CREATE TABLE "audit_calls" (
	"pass_id" bigint PRIMARY KEY NOT NULL,
	"calls" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_checkpoint" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"hold_floor" bigint NOT NULL,
	"full_at" timestamp with time zone NOT NULL,
	CONSTRAINT "audit_checkpoint_single" CHECK ("audit_checkpoint"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "audit_sums" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "book_audits" ADD COLUMN "unread_since" timestamp with time zone;--> statement-breakpoint
-- On a database with many claims or payments, make all four beforehand by hand with CREATE INDEX CONCURRENTLY: here writers wait.
CREATE INDEX IF NOT EXISTS "chain_signatures_created" ON "chain_signatures" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "claims_created" ON "claims" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "claims_passes" ON "claims" USING btree ("signature") WHERE "claims"."tier" IS NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_change_credited" ON "payments" USING btree ("change_credited_at") WHERE "payments"."change_credited_at" IS NOT NULL;