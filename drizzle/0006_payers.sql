-- On a database with many payments, make both beforehand by hand with CREATE INDEX CONCURRENTLY: here writers wait for them.
CREATE INDEX IF NOT EXISTS "payments_released" ON "payments" USING btree ("closed_at") WHERE "payments"."state" = 'released';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payments_source" ON "payments" USING btree ("source");
