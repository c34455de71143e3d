import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** Columns that several tables have. All times are the database's. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
export const id = () => bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity();
/** An amount in atomic USDC. */
export const atomic = () => bigint({ mode: 'bigint' }).notNull();
export const createdAt = () => timestamp({ withTimezone: true }).notNull().defaultNow();
export const moment = () => timestamp({ withTimezone: true });
