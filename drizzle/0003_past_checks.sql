ALTER TABLE "holds" ADD COLUMN "size" text;--> statement-breakpoint
CREATE INDEX "movements_created" ON "movements" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "holds_posted" ON "holds" USING btree ("account_id","closed_at","id") WHERE "holds"."state" = 'posted';--> statement-breakpoint
CREATE INDEX "holds_subject" ON "holds" USING btree ("account_id","subject","closed_at","id") WHERE "holds"."state" = 'posted';--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_size" CHECK (octet_length("holds"."size") BETWEEN 1 AND 32);