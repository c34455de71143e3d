-- As in the migrations before: all locks first, and none waited for so long that a payment looks for a deadlock.
SET LOCAL lock_timeout = '250ms';
--> statement-breakpoint
LOCK TABLE "payers", "payments" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE "payers" ADD COLUMN "earned" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payers" ADD COLUMN "released" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payers" ADD COLUMN "released_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "standing" text DEFAULT 'known' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "range" text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- Sources that settled first before are known by that alone.
UPDATE "payers" SET "earned" = (
  SELECT COALESCE(sum("payments"."earned"), 0) FROM "payments" WHERE "payments"."source" = "payers"."source" AND "payments"."state" = 'settled'
) WHERE "settled_at" > now() - interval '30 days';
