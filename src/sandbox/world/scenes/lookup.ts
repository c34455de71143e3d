import { AddressLookupTableAccount, AddressLookupTableProgram } from '@solana/web3.js';
import type { Cast } from '../actors.ts';
import { pay } from '../instructions.ts';
import { ago, dailyLife, oldWallet, type Scene, SOL } from '../scene.ts';

/** A transfer of version 0 whose recipient is named only in a lookup table: no static key tells of it. */
export function lookupScene(cast: Cast): Scene {
  const sender = oldWallet(cast, 'sender with a table', 30n * SOL);
  const from = sender.actor;
  const hidden = cast.person('named in a table');
  const opened = ago(20);
  const [create, key] = AddressLookupTableProgram.createLookupTable({
    authority: from.publicKey,
    payer: from.publicKey,
    recentSlot: opened - 1,
  });
  const extend = AddressLookupTableProgram.extendLookupTable({
    authority: from.publicKey,
    payer: from.publicKey,
    lookupTable: key,
    addresses: [hidden.publicKey],
  });
  const state = {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: opened,
    lastExtendedSlotStartIndex: 0,
    addresses: [hidden.publicKey],
  };
  return {
    endowments: sender.scene.endowments ?? [],
    acts: [
      ...sender.scene.acts,
      { slot: opened, payer: from, instructions: [create, extend] },
      {
        slot: ago(19, 12),
        payer: from,
        instructions: [pay(from, hidden.publicKey, SOL)],
        tables: [new AddressLookupTableAccount({ key, state })],
      },
      ...dailyLife(cast, hidden, [18, 5]),
    ],
    subjects: [
      {
        kind: 'funder',
        verdict: 'WALLET_FUNDED',
        address: hidden.address,
        what: '1 SOL by a version 0 transaction that names it in a lookup table',
      },
    ],
  };
}
