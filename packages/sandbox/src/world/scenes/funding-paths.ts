import { AddressLookupTableAccount, AddressLookupTableProgram } from '@solana/web3.js';
import type { Actor, Cast } from '../actors.ts';
import { pay } from '../instructions.ts';
import { EXCHANGES } from '../market/exchange.ts';
import { type Act, ago, dailyLife, oldWallet, type SampleScene, type Sequel, SOL, slotsIn } from '../scene.ts';

/** Labelled accounts that hide where money came from: a bridge's solver and an exchange without customers. */
const RELAY = 'F7p3dFrjRTbtRp8FRF6qHLomXbKRBzpvBLjtQcfcgmNe';
const FIXED_FLOAT = '5ndLnEYqSFiA5yUFHo6LVZ1eWc6Rhh11K5CfJNkoHEPs';

/** A page of signatures holds 1,000; a hub fills it faster than one a minute. */
const HUB_PAYMENTS = 1010;
const HUB_SLOTS_APART = slotsIn(40);
/** Keeps its payments out of the slots of other stories: the order within one would depend on which was played first. */
const HUB_LANE = 5;

/** Origins that stay unknown although every transaction can be read: services, a busy hub, and mixed sources. */
export function intermediaryScene(cast: Cast): SampleScene {
  const relay = cast.stranger(RELAY);
  const fixedFloat = cast.stranger(FIXED_FLOAT);
  const left = oldWallet(cast, 'left hand', 20n * SOL);
  const right = oldWallet(cast, 'right hand', 20n * SOL);
  const bridged = cast.person('bridged');
  const swapped = cast.person('out of an instant exchange');
  const fromHub = cast.person('paid by a busy hub');
  const mixed = cast.person('paid by both hands');
  const fromLeft = [pay(left.actor, mixed.publicKey, SOL)];
  const fromRight = [pay(right.actor, mixed.publicKey, SOL)];
  return {
    endowments: [
      ...[relay, fixedFloat].map((to) => ({ to, lamports: 50_000n * SOL })),
      ...(left.scene.endowments ?? []),
      ...(right.scene.endowments ?? []),
    ],
    acts: [
      ...left.scene.acts,
      ...right.scene.acts,
      { slot: ago(28), payer: relay, instructions: [pay(relay, bridged.publicKey, 4n * SOL)] },
      ...dailyLife(cast, bridged, [27, 20]),
      { slot: ago(23), payer: fixedFloat, instructions: [pay(fixedFloat, swapped.publicKey, 2n * SOL)] },
      ...dailyLife(cast, swapped, [22]),
      { slot: ago(8, 3), payer: left.actor, instructions: fromLeft },
      { slot: ago(8, 1), payer: right.actor, instructions: fromRight },
      ...dailyLife(cast, mixed, [7, 3]),
    ],
    sequels: [hubStory(cast, fromHub)],
    subjects: [
      { kind: 'funder', verdict: 'UNKNOWN_ORIGIN', address: bridged.address, what: "4 SOL from a bridge's account" },
      { kind: 'funder', verdict: 'UNKNOWN_ORIGIN', address: swapped.address, what: '2 SOL from an instant exchange' },
      {
        kind: 'funder',
        verdict: 'UNKNOWN_ORIGIN',
        address: mixed.address,
        what: 'half from one wallet, half from another',
      },
      {
        kind: 'funder',
        verdict: 'UNKNOWN_ORIGIN',
        address: fromHub.address,
        what: 'an unlabelled hub that pays more than once a minute',
      },
    ],
  };
}

/** A thousand payments that show how busy the hub is, and the one that a wallet came from. */
function hubStory(cast: Cast, customer: Actor): Sequel {
  const hub = busyHub(cast);
  const shop = cast.person("the shop of the hub's customer");
  const last: readonly Act[] = [
    { slot: ago(5), payer: hub, instructions: [pay(hub, customer.publicKey, SOL)] },
    ...dailyLife(cast, customer, [4, 1], shop),
  ];
  return {
    title: 'a busy hub',
    endowments: [{ to: hub, lamports: 50_000n * SOL }],
    acts: () => [...hubPayments(cast), ...last],
    outline: () => [...hubPayments(cast).slice(0, 1), ...last],
  };
}

/** A thousand real signatures would take a tenth of a second at every start; the hub does without. */
function busyHub(cast: Cast): Actor {
  return cast.stranger(cast.person('busy hub').address);
}

function hubPayments(cast: Cast): Act[] {
  const hub = busyHub(cast);
  const customer = cast.person("the hub's customer");
  return Array.from({ length: HUB_PAYMENTS }, (_, index) => ({
    slot: ago(5) - (HUB_PAYMENTS - index) * HUB_SLOTS_APART + HUB_LANE,
    payer: hub,
    instructions: [pay(hub, customer.publicKey, SOL / 100n + BigInt(index))],
  }));
}

/** A fact that shows only beyond the payer itself: an exchange two wallets behind it, and the wallets that it paid just then. */
export function trailScene(cast: Cast): SampleScene {
  const okx = cast.stranger(EXCHANGES.okx);
  const grandmother = cast.person('grandmother, paid out by OKX');
  const aunt = cast.person('aunt, funded by a grandmother');
  const niece = cast.person('funded by an aunt');
  const sower = oldWallet(cast, 'sower', 40n * SOL);
  const from = sower.actor;
  const seedlings = [1, 2, 3, 4, 5, 6].map((number) => cast.person(`seedling ${number}`));
  const third = seedlings[2] ?? from;
  return {
    endowments: sower.scene.endowments ?? [],
    acts: [
      { slot: ago(23), payer: okx, instructions: [pay(okx, grandmother.publicKey, 12n * SOL)] },
      { slot: ago(20), payer: grandmother, instructions: [pay(grandmother, aunt.publicKey, 11n * SOL)] },
      { slot: ago(17), payer: aunt, instructions: [pay(aunt, niece.publicKey, 10n * SOL)] },
      ...dailyLife(cast, niece, [16, 7]),
      ...sower.scene.acts,
      ...seedlings.map((one, index) => ({
        slot: ago(10, 0, seedlings.length - index),
        payer: from,
        instructions: [pay(from, one.publicKey, SOL / 2n + (BigInt(index) * SOL) / 1_000n)],
      })),
      ...dailyLife(cast, third, [9, 3]),
    ],
    subjects: [
      {
        kind: 'funder',
        verdict: 'WALLET_FUNDED',
        address: niece.address,
        what: 'an exchange two wallets behind the one that paid (CEX_AT_HOP_3)',
      },
      {
        kind: 'funder',
        verdict: 'WALLET_FUNDED',
        address: third.address,
        what: 'one of six new accounts that got about the same within minutes (SIBLINGS)',
      },
    ],
  };
}

/** An address on the sanctions list of the United States, as the label table has it. */
const SANCTIONED = 'Fc1EwQUZyTEagaDvA1utHXCcZNyG1x2PLt2DfNu1cJdH';

/** Good origins that are bought: a little money of an exchange before much of others, a cohort of buyers, and sanctioned money. */
export function boughtOriginScene(cast: Cast): SampleScene {
  const binance = cast.stranger(EXCHANGES.binance);
  const sanctioned = cast.stranger(SANCTIONED);
  const backer = oldWallet(cast, 'backer', 90n * SOL);
  const dressed = cast.person('dressed as a customer of Binance');
  const cohort = [1, 2, 3, 4, 5, 6].map((number) => cast.person(`buyer ${number} of a cohort`));
  const fourth = cohort[3] ?? backer.actor;
  const tainted = cast.person('funded by a sanctioned address');
  const amount = (8_437n * SOL) / 10_000n;
  return {
    endowments: [{ to: sanctioned, lamports: 100n * SOL }, ...(backer.scene.endowments ?? [])],
    acts: [
      ...backer.scene.acts,
      { slot: ago(19, 9), payer: binance, instructions: [pay(binance, dressed.publicKey, SOL / 20n)] },
      ...dailyLife(cast, dressed, [19]),
      { slot: ago(17, 9), payer: backer.actor, instructions: [pay(backer.actor, dressed.publicKey, 50n * SOL)] },
      ...cohort.map((one, index) => ({
        slot: ago(14, 9) + index * slotsIn(7),
        payer: binance,
        instructions: [pay(binance, one.publicKey, amount + BigInt(index))],
      })),
      ...dailyLife(cast, fourth, [14, 13]),
      { slot: ago(9, 9), payer: sanctioned, instructions: [pay(sanctioned, tainted.publicKey, SOL)] },
      ...dailyLife(cast, tainted, [9]),
    ],
    subjects: [
      {
        kind: 'funder',
        verdict: 'CEX_FUNDED',
        address: dressed.address,
        what: '0.05 SOL from Binance, and 50 SOL from elsewhere two days later (LATER_MONEY_DWARFS_FIRST)',
      },
      {
        kind: 'funder',
        verdict: 'CEX_FUNDED',
        address: fourth.address,
        what: 'one of six to whom Binance paid the same within a minute (SAME_MINUTE_COHORT)',
      },
      {
        kind: 'funder',
        verdict: 'UNKNOWN_ORIGIN',
        address: tainted.address,
        what: '1 SOL from a sanctioned address (SANCTIONED_SOURCE)',
      },
    ],
  };
}

/** A transfer of version 0 whose recipient is named only in a lookup table: no static key shows it. */
export function lookupScene(cast: Cast): SampleScene {
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
