CREATE TABLE "wallet_effects" (
	"history_id" bigint NOT NULL,
	"signature" "bytea" NOT NULL,
	"slot" bigint NOT NULL,
	"time" bigint,
	"format" smallint NOT NULL,
	"listed" boolean NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "wallet_effects_pk" PRIMARY KEY("history_id","signature"),
	CONSTRAINT "wallet_effects_signature" CHECK (octet_length("wallet_effects"."signature") = 64),
	CONSTRAINT "wallet_effects_slot" CHECK ("wallet_effects"."slot" >= 0),
	CONSTRAINT "wallet_effects_body" CHECK (octet_length("wallet_effects"."body") BETWEEN 1 AND 4096)
);
--> statement-breakpoint
CREATE TABLE "wallet_histories" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_histories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chain" text NOT NULL,
	"wallet" "bytea" NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	"seam_signature" "bytea",
	"seam_slot" bigint,
	"seam_from" bigint,
	"seam_format" smallint,
	"forgotten_before" bigint DEFAULT 0 NOT NULL,
	"shortened_at" timestamp with time zone,
	CONSTRAINT "wallet_histories_wallet" CHECK (octet_length("wallet_histories"."wallet") = 32),
	CONSTRAINT "wallet_histories_kept" CHECK ("wallet_histories"."kept" BETWEEN 0 AND 5000),
	CONSTRAINT "wallet_histories_seam" CHECK (num_nulls("wallet_histories"."seam_signature", "wallet_histories"."seam_slot", "wallet_histories"."seam_from", "wallet_histories"."seam_format") IN (0, 4)),
	CONSTRAINT "wallet_histories_seam_signature" CHECK (octet_length("wallet_histories"."seam_signature") = 64),
	CONSTRAINT "wallet_histories_seam_slot" CHECK ("wallet_histories"."seam_slot" >= 0),
	CONSTRAINT "wallet_histories_seam_whole" CHECK ("wallet_histories"."seam_from" >= "wallet_histories"."forgotten_before")
);
--> statement-breakpoint
ALTER TABLE "wallet_effects" ADD CONSTRAINT "wallet_effects_history_id_wallet_histories_id_fk" FOREIGN KEY ("history_id") REFERENCES "public"."wallet_histories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_histories_name" ON "wallet_histories" USING btree ("chain","wallet");--> statement-breakpoint
-- A wallet's row is written with each check of it: room on the page lets the new row stay beside the old one.
ALTER TABLE "wallet_histories" SET (fillfactor = 70);
