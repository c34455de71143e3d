import { cohort } from './cohort.ts';
import { disperseBatch } from './disperse-batch.ts';
import { exchangeHop } from './exchange-hop.ts';
import { exchangeSource } from './exchange-source.ts';
import { exchangeThirdHop } from './exchange-third-hop.ts';
import { freshWallet } from './fresh-wallet.ts';
import { funderFresh } from './funder-fresh.ts';
import { fundingSeen } from './funding-seen.ts';
import { hubSource } from './hub-source.ts';
import { justInTime } from './just-in-time.ts';
import { labelledSource } from './labelled-source.ts';
import { laterMoney } from './later-money.ts';
import { listedMoney } from './listed-money.ts';
import { mixedSources } from './mixed-sources.ts';
import { neverSpent } from './never-spent.ts';
import { noHistory } from './no-history.ts';
import { programSource } from './program-source.ts';
import { siblings } from './siblings.ts';
import { subjectListed } from './subject-listed.ts';
import { subjectService } from './subject-service.ts';
import { subjectWallet } from './subject-wallet.ts';
import { tokenSource } from './token-source.ts';
import { unexplainedCredit } from './unexplained-credit.ts';
import { validatorReward } from './validator-reward.ts';
import { walletSource } from './wallet-source.ts';

/** Every question of the funder check: the subject, its history, its source, and flags. */
export const funderRules = [
  subjectWallet,
  subjectService,
  subjectListed,
  noHistory,
  fundingSeen,
  validatorReward,
  exchangeSource,
  walletSource,
  tokenSource,
  labelledSource,
  programSource,
  hubSource,
  mixedSources,
  unexplainedCredit,
  funderFresh,
  exchangeHop,
  exchangeThirdHop,
  neverSpent,
  freshWallet,
  justInTime,
  disperseBatch,
  siblings,
  cohort,
  laterMoney,
  listedMoney,
] as const;
