/** Options of fields that may be null: an account, or an amount of each unit. */
export const account = { type: 'Address', nullable: true } as const;
export const amount = { type: 'TokenAmount', nullable: true } as const;
export const bps = { type: 'Int', nullable: true } as const;
export const lamports = { type: 'Lamports', nullable: true } as const;
export const sol = { type: 'Sol', nullable: true } as const;
