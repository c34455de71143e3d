import type { CodeEntry } from '../../check.ts';

/** Who has power over the mint and over what others hold of it. */
export const controlCodes = {
  MINT_AUTHORITY_LIVE: {
    severity: 'high',
    meaning: 'Somebody can mint more of the token, without any program proven to limit it.',
    action: 'Expect dilution at the will of the authority; prefer tokens whose authority was given up.',
  },
  FREEZE_AUTHORITY_LIVE: {
    severity: 'high',
    meaning: 'Somebody can freeze any holder, who then cannot sell.',
    action: 'Hold it only where you trust the authority; a freeze comes without warning.',
  },
  HOLDERS_FROZEN: {
    severity: 'critical',
    meaning: 'Ordinary holders among the largest are frozen, and the authority that did it is still there.',
    action: 'Do not buy: holders of this token have already been kept from selling.',
  },
  DEFAULT_STATE_FROZEN: {
    severity: 'critical',
    meaning: 'Every new account is frozen until the freeze authority thaws it.',
    action: 'Do not buy: what you receive cannot be sold before somebody allows it.',
  },
  NON_TRANSFERABLE: {
    severity: 'critical',
    meaning: 'The tokens can never be transferred, and so never be sold.',
    action: 'Do not buy it at any price.',
  },
  TRANSFERS_PAUSED: {
    severity: 'critical',
    meaning: 'All transfers are paused now.',
    action: 'Do not buy: nobody can sell until the authority resumes, and without an authority never.',
  },
  PAUSABLE_LIVE: {
    severity: 'high',
    meaning: 'Somebody can pause all transfers.',
    action: 'Hold it only where you trust the authority; a pause stops every sale at once.',
  },
  PERMANENT_DELEGATE_LIVE: {
    severity: 'critical',
    meaning: 'Somebody may transfer or burn the tokens of every holder.',
    action: 'Do not hold it unless the delegate is an issuer whom you trust with your balance.',
  },
  TRANSFER_HOOK_ACTIVE: {
    severity: 'high',
    meaning: 'A program decides about every transfer and can refuse it.',
    action: 'Look at the trial sale in the metrics, and expect that the program can change its mind.',
  },
  TRANSFER_HOOK_ARMED: {
    severity: 'medium',
    meaning: 'No program decides about transfers yet, but somebody can set one at any time.',
    action: 'Watch the mint while you hold it; the authority is named in the evidence.',
  },
  TRANSFER_FEE_PRESENT: {
    severity: 'medium',
    meaning: 'The mint keeps a part of each transfer, below five percent, now or from a set epoch on.',
    action: 'Count the fee on the purchase and on the sale.',
  },
  TRANSFER_FEE_HIGH: {
    severity: 'high',
    meaning: 'The mint keeps five percent or more of each transfer, now or from a set epoch on.',
    action: 'Count the fee twice for a round trip; little is left to earn.',
  },
  TRANSFER_FEE_EXTREME: {
    severity: 'critical',
    meaning: 'The mint keeps thirty percent or more of each transfer, now or from a set epoch on.',
    action: 'Do not buy: half of the money or more is gone after a round trip.',
  },
  TRANSFER_FEE_MUTABLE: {
    severity: 'medium',
    meaning: 'Somebody can change the transfer fee, up to everything, from the epoch after the next on.',
    action: 'Watch the mint while you hold it; a change shows two epochs before it holds.',
  },
  SUPPLY_CONFIDENTIAL: {
    severity: 'high',
    meaning: 'The supply can grow and shrink unseen, as it is kept in encrypted form.',
    action: 'Do not rely on any share of the supply: it cannot be known.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
