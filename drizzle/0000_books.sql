CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"name" text,
	"balance" bigint DEFAULT 0 NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_name_unique" UNIQUE("name"),
	CONSTRAINT "accounts_kind" CHECK ("accounts"."kind" IN ('customer', 'system')),
	CONSTRAINT "accounts_name" CHECK (("accounts"."kind" = 'system') = ("accounts"."name" IS NOT NULL)),
	CONSTRAINT "accounts_covered" CHECK ("accounts"."kind" <> 'customer' OR ("accounts"."balance" >= "accounts"."held" AND "accounts"."held" >= 0)),
	CONSTRAINT "accounts_system_holds_nothing" CHECK ("accounts"."kind" <> 'system' OR "accounts"."held" = 0)
);
--> statement-breakpoint
CREATE TABLE "answers" (
	"hold_id" bigint NOT NULL,
	"body" text NOT NULL,
	"verdict" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answers_pk" PRIMARY KEY("hold_id")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_hash" CHECK (octet_length("api_keys"."hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "holds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"why" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"answer_id" bigint,
	CONSTRAINT "holds_amount" CHECK ("holds"."amount" >= 0),
	CONSTRAINT "holds_request_hash" CHECK (octet_length("holds"."request_hash") = 32),
	CONSTRAINT "holds_state" CHECK ("holds"."state" IN ('held', 'posted', 'voided', 'expired')),
	CONSTRAINT "holds_closed" CHECK (("holds"."state" = 'held') = ("holds"."closed_at" IS NULL)),
	CONSTRAINT "holds_why" CHECK (("holds"."state" = 'voided') = ("holds"."why" IS NOT NULL)),
	CONSTRAINT "holds_why_known" CHECK ("holds"."why" IN ('free', 'failed')),
	CONSTRAINT "holds_answered" CHECK (("holds"."state" = 'posted') = ("holds"."answer_id" IS NOT NULL)),
	CONSTRAINT "holds_own_answer" CHECK ("holds"."answer_id" = "holds"."id")
);
--> statement-breakpoint
CREATE TABLE "movements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "movements_cause_unique" UNIQUE("cause"),
	CONSTRAINT "movements_kind" CHECK ("movements"."kind" IN ('grant', 'charge'))
);
--> statement-breakpoint
CREATE TABLE "postings" (
	"movement_id" bigint NOT NULL,
	"from_account" bigint NOT NULL,
	"to_account" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "postings_pk" PRIMARY KEY("movement_id","from_account","to_account"),
	CONSTRAINT "postings_amount" CHECK ("postings"."amount" > 0),
	CONSTRAINT "postings_accounts" CHECK ("postings"."from_account" <> "postings"."to_account")
);
--> statement-breakpoint
ALTER TABLE "answers" ADD CONSTRAINT "answers_hold_id_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."holds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_answer_id_answers_hold_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answers"("hold_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_movement_id_movements_id_fk" FOREIGN KEY ("movement_id") REFERENCES "public"."movements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_from_account_accounts_id_fk" FOREIGN KEY ("from_account") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_to_account_accounts_id_fk" FOREIGN KEY ("to_account") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_account" ON "api_keys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "holds_open" ON "holds" USING btree ("expires_at") WHERE "holds"."state" = 'held';--> statement-breakpoint
CREATE INDEX "holds_free" ON "holds" USING btree ("account_id","closed_at") WHERE "holds"."why" = 'free';--> statement-breakpoint
CREATE INDEX "postings_from" ON "postings" USING btree ("from_account");--> statement-breakpoint
CREATE INDEX "postings_to" ON "postings" USING btree ("to_account");--> statement-breakpoint
-- Every charge writes its account: room on the page lets the new row stay beside the old one, without touching an index.
ALTER TABLE "accounts" SET (fillfactor = 50);
--> statement-breakpoint
-- Money enters through issuance. Revenue is sixteen rows, because one row would make every charge wait for every other.
INSERT INTO "accounts" ("kind", "name") SELECT 'system', 'issuance' UNION ALL SELECT 'system', 'revenue:' || shard FROM generate_series(0, 15) AS shard;
