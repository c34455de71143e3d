import { type EffectWorld, knownPrograms } from '#derive/effects/effect-scene.ts';
import { mainnetSchedule } from '#solana/gates/gate-schedule.ts';

/** What these labels tell, on mainnet. */
export function effectWorld(...known: Parameters<typeof knownPrograms>): EffectWorld {
  return { ...knownPrograms(...known), schedule: mainnetSchedule };
}
