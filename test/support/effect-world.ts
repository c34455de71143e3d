import { mainnetSchedule } from '#chain/gates/gate-schedule.ts';
import { type EffectWorld, knownPrograms } from '#evidence/effects/effect-scene.ts';

/** What these labels tell, on mainnet. */
export function effectWorld(...known: Parameters<typeof knownPrograms>): EffectWorld {
  return { ...knownPrograms(...known), schedule: mainnetSchedule };
}
