/** Options of fields that may be null: an account, a number, a moment, or an amount of each unit. */
export const account = { type: 'Address', nullable: true } as const;
export const amount = { type: 'TokenAmount', nullable: true } as const;
export const bps = { type: 'Int', nullable: true } as const;
export const count = { type: 'Int', nullable: true } as const;
export const lamports = { type: 'Lamports', nullable: true } as const;
export const signed = { type: 'SignedLamports', nullable: true } as const;
export const sol = { type: 'Sol', nullable: true } as const;
export const time = { type: 'UnixTime', nullable: true } as const;
