CREATE TABLE "chain_signatures" (
	"signature" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chain_signatures_role" CHECK ("chain_signatures"."role" IN ('claim', 'x402'))
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"signature" text PRIMARY KEY NOT NULL,
	"ticket_hash" "bytea" NOT NULL,
	"account_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"tier" text,
	"opened" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claims_amount" CHECK ("claims"."amount" > 0),
	CONSTRAINT "claims_ticket_hash" CHECK (octet_length("claims"."ticket_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "passes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "passes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"tier" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"included" integer NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"signature" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passes_signature_unique" UNIQUE("signature"),
	CONSTRAINT "passes_tier" CHECK ("passes"."tier" IN ('traveller', 'voyager')),
	CONSTRAINT "passes_period" CHECK ("passes"."expires_at" > "passes"."starts_at"),
	CONSTRAINT "passes_used" CHECK ("passes"."used" >= 0 AND "passes"."used" <= "passes"."included")
);
--> statement-breakpoint
CREATE TABLE "payers" (
	"source" text PRIMARY KEY NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failed_at" timestamp with time zone,
	"prepaid_until" timestamp with time zone,
	CONSTRAINT "payers_failures" CHECK ("payers"."failures" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"message_hash" "bytea" PRIMARY KEY NOT NULL,
	"header_hash" "bytea" NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"version" smallint NOT NULL,
	"secret" boolean NOT NULL,
	"payer" text NOT NULL,
	"source" text NOT NULL,
	"amount" bigint NOT NULL,
	"earned" bigint,
	"identifier" text,
	"address" text NOT NULL,
	"state" text DEFAULT 'reserved' NOT NULL,
	"height_bound" bigint NOT NULL,
	"signature" text,
	"answers" text,
	"change_key_hash" "bytea",
	"change_credited_at" timestamp with time zone,
	"spent_lamports" bigint DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "payments_signature_unique" UNIQUE("signature"),
	CONSTRAINT "payments_hashes" CHECK (octet_length("payments"."message_hash") = 32 AND octet_length("payments"."header_hash") = 32),
	CONSTRAINT "payments_version" CHECK ("payments"."version" IN (1, 2)),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" > 0),
	CONSTRAINT "payments_earned" CHECK ("payments"."earned" > 0 AND "payments"."earned" <= "payments"."amount"),
	CONSTRAINT "payments_state" CHECK ("payments"."state" IN ('reserved', 'worked', 'sent', 'settled', 'failed', 'released')),
	CONSTRAINT "payments_closed" CHECK (("payments"."closed_at" IS NULL) = ("payments"."state" IN ('reserved', 'worked', 'sent'))),
	CONSTRAINT "payments_settled" CHECK ("payments"."state" <> 'settled' OR ("payments"."signature" IS NOT NULL AND "payments"."earned" IS NOT NULL)),
	CONSTRAINT "payments_change" CHECK ("payments"."change_credited_at" IS NULL OR "payments"."change_key_hash" IS NOT NULL)
);
--> statement-breakpoint
ALTER TABLE "movements" DROP CONSTRAINT "movements_kind";--> statement-breakpoint
DROP INDEX "postings_from";--> statement-breakpoint
DROP INDEX "postings_to";--> statement-breakpoint
ALTER TABLE "answers" ALTER COLUMN "body" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "presented_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "bill_hash" "bytea";--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "line" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "pass_id" bigint;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "finished_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_signature_chain_signatures_signature_fk" FOREIGN KEY ("signature") REFERENCES "public"."chain_signatures"("signature") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passes" ADD CONSTRAINT "passes_signature_chain_signatures_signature_fk" FOREIGN KEY ("signature") REFERENCES "public"."chain_signatures"("signature") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_source_payers_source_fk" FOREIGN KEY ("source") REFERENCES "public"."payers"("source") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_signature_chain_signatures_signature_fk" FOREIGN KEY ("signature") REFERENCES "public"."chain_signatures"("signature") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claims_account" ON "claims" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passes_queue" ON "passes" USING btree ("account_id","starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_identifier" ON "payments" USING btree ("payer","identifier") WHERE "payments"."identifier" IS NOT NULL AND "payments"."state" NOT IN ('failed', 'released');--> statement-breakpoint
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("source") WHERE "payments"."state" IN ('reserved', 'worked', 'sent');--> statement-breakpoint
CREATE INDEX "payments_change_due" ON "payments" USING btree ("closed_at") WHERE "payments"."change_key_hash" IS NOT NULL AND "payments"."change_credited_at" IS NULL AND "payments"."state" = 'settled';--> statement-breakpoint
CREATE INDEX "payments_answers" ON "payments" USING btree ("created_at") WHERE "payments"."answers" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_failed" ON "payments" USING btree ("closed_at") WHERE "payments"."state" = 'failed';--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_pass_id_passes_id_fk" FOREIGN KEY ("pass_id") REFERENCES "public"."passes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answers_bodies" ON "answers" USING btree ("created_at") WHERE "answers"."body" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "holds_identifier" ON "holds" USING btree ("account_id","idempotency_key","line") WHERE "holds"."idempotency_key" IS NOT NULL AND "holds"."state" IN ('held', 'posted');--> statement-breakpoint
CREATE INDEX "holds_unfinished" ON "holds" USING btree ("account_id","request_hash","closed_at") WHERE "holds"."state" = 'posted' AND "holds"."finished_at" IS NULL;--> statement-breakpoint
CREATE INDEX "postings_from" ON "postings" USING btree ("from_account","movement_id");--> statement-breakpoint
CREATE INDEX "postings_to" ON "postings" USING btree ("to_account","movement_id");--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_pass_is_free" CHECK ("holds"."pass_id" IS NULL OR "holds"."amount" = 0);--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_identified" CHECK ("holds"."idempotency_key" IS NULL OR "holds"."bill_hash" IS NOT NULL);--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_finished" CHECK ("holds"."finished_at" IS NULL OR "holds"."state" = 'posted');--> statement-breakpoint
ALTER TABLE "movements" ADD CONSTRAINT "movements_kind" CHECK ("movements"."kind" IN ('grant', 'topup', 'pass', 'charge', 'x402', 'change'));--> statement-breakpoint
-- What was charged before responses were watched counts as delivered.
UPDATE "holds" SET "finished_at" = "closed_at" WHERE "state" = 'posted';
--> statement-breakpoint
-- Passes and payers are written again and again: room on the page lets the new row stay beside the old one.
ALTER TABLE "passes" SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "payers" SET (fillfactor = 50);
--> statement-breakpoint
-- USDC enters from the chain: sixteen rows for the reason why revenue has as many.
INSERT INTO "accounts" ("kind", "name") SELECT 'system', 'chain:' || shard FROM generate_series(0, 15) AS shard;
