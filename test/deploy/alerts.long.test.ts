import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readMarkdown } from '../client/markdown.ts';

const RULES = 'deploy/prometheus/alerts.yaml';
/** Debian's package `prometheus` has it. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) console.warn('promtool is not installed: the alert rules are read and not run.');
const directory = mkdtempSync(join(tmpdir(), 'assay-alerts-'));
afterAll(() => rmSync(directory, { recursive: true }));

interface Rule {
  readonly alert: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const { groups } = parse(readFileSync(RULES, 'utf8')) as { groups: readonly { readonly rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

/** Series of a service that is well, a value a minute: constants, and counters that grow. Old errors are no new ones. */
const healthy: Readonly<Record<string, string>> = {
  'up{job="assay",instance="a"}': '1x90',
  'assay_ready{instance="a"}': '1x90',
  'assay_nodejs_eventloop_lag_max_seconds{instance="a"}': '0.05x90',
  'assay_books_sound{instance="a"}': '1x90',
  'assay_books_findings{instance="a",finding="unbalanced_accounts"}': '0x90',
  'assay_books_findings{instance="a",finding="stale_holds"}': '3x90',
  'assay_books_findings{instance="a",finding="unbooked_on_chain_atomic"}': '500000x90',
  'assay_books_audit_age_seconds{instance="a"}': '3600x90',
  'assay_holds_stale{instance="a"}': '0x90',
  'assay_payments_unsettled{instance="a",state="sent"}': '0x90',
  'assay_payments_unsettled{instance="a",state="worked"}': '4x90',
  'assay_payments_change_due{instance="a"}': '0x90',
  'assay_x402_paused{instance="a"}': '0x90',
  'assay_x402_failed_spend_lamports{instance="a"}': '5000x90',
  'assay_x402_fee_payer_lamports{instance="a"}': '1000000000x90',
  'assay_x402_facilitator_away{instance="a"}': '0x90',
  'assay_payment_warnings{instance="a"}': '0x90',
  'assay_rpc_endpoints_healthy{instance="a"}': '2x90',
  'assay_rpc_failures_total{instance="a",endpoint="one",cause="timeout"}': '0+1x90',
  'assay_rpc_failures_total{instance="a",endpoint="one",cause="not_found"}': '0+50x90',
  'assay_rpc_calls_total{instance="a",endpoint="one",method="getAccountInfo"}': '0+100x90',
  'assay_rpc_slot_lag{instance="a",endpoint="one"}': '3x90',
  'assay_checks_total{instance="a",kind="token",verdict="LOW_RISK",route="credit"}': '0+100x90',
  'assay_checks_total{instance="a",kind="wallet",verdict="UNVERIFIABLE",route="credit"}': '0+50x90',
  'assay_checks_total{instance="a",kind="token",verdict="UNKNOWN",route="none"}': '0+1x90',
  'assay_check_seconds_bucket{instance="a",kind="token",le="1"}': '0+100x90',
  'assay_check_seconds_bucket{instance="a",kind="token",le="30"}': '0+100x90',
  'assay_check_seconds_bucket{instance="a",kind="token",le="+Inf"}': '0+100x90',
  'assay_sql_seconds_bucket{instance="a",statement="ledger.hold",le="0.01"}': '0+100x90',
  'assay_sql_seconds_bucket{instance="a",statement="ledger.hold",le="1"}': '0+100x90',
  'assay_sql_seconds_bucket{instance="a",statement="ledger.hold",le="+Inf"}': '0+100x90',
  'assay_sql_failures_total{instance="a",statement="ledger.hold",cause="57"}': '2x90',
  'assay_sql_waiting{instance="a"}': '0x90',
  'assay_refusals_total{instance="a",code="internal_error"}': '1x90',
  'assay_refusals_total{instance="a",code="payment_required"}': '0+900x90',
  'assay_refusals_total{instance="a",code="overloaded"}': '0+2x90',
  'assay_http_requests_total{instance="a",route="/check",method="GET",status="2xx"}': '0+1000x90',
  'assay_http_requests_total{instance="a",route="/check",method="GET",status="5xx"}': '0+1x90',
  'assay_admission_refusals_total{instance="a",cause="memory"}': '2x90',
  'assay_checks_in_flight{instance="a"}': '20x90',
  'assay_connections{instance="a"}': '100x90',
  'assay_response_bytes_waiting{instance="a"}': '1000x90',
};

/** What makes each alert fire: series that are otherwise from the thirtieth minute on; and who fires with it. */
const cases: Readonly<Record<string, { readonly series: Readonly<Record<string, string>>; readonly also?: string[] }>> =
  {
    AssayDown: { series: { 'up{job="assay",instance="a"}': '0x60' } },
    AssayNotReady: { series: { 'assay_ready{instance="a"}': '0x60' } },
    AssayDatabaseUnwell: {
      series: { 'assay_part_unwell{instance="a",part="database",code="database_slow"}': '1x60' },
    },
    AssayDatabaseFull: {
      series: { 'assay_part_unwell{instance="a",part="database",code="database_full"}': '1x60' },
      also: ['AssayDatabaseUnwell'],
    },
    AssayCannotSign: { series: { 'assay_part_unwell{instance="a",part="signing_key",code="signing_failed"}': '1x60' } },
    AssayClockApart: { series: { 'assay_part_unwell{instance="a",part="payments",code="clock_apart"}': '1x60' } },
    AssayEventLoopBlocked: { series: { 'assay_nodejs_eventloop_lag_max_seconds{instance="a"}': '0.8x60' } },
    AssayBooksUnsound: { series: { 'assay_books_sound{instance="a"}': '0x60' } },
    AssayBooksDiffer: { series: { 'assay_books_findings{instance="a",finding="unbalanced_accounts"}': '1x60' } },
    AssayAuditOld: { series: { 'assay_books_audit_age_seconds{instance="a"}': '7300x60' } },
    AssayHoldsStale: { series: { 'assay_holds_stale{instance="a"}': '1x60' } },
    AssaySettlementUnknown: { series: { 'assay_payments_unsettled{instance="a",state="sent"}': '1x60' } },
    AssayChangeDue: { series: { 'assay_payments_change_due{instance="a"}': '1x60' } },
    AssayPaymentsPaused: { series: { 'assay_x402_paused{instance="a"}': '1x60' } },
    AssayFailedSettlementsCost: { series: { 'assay_x402_failed_spend_lamports{instance="a"}': '26000000x60' } },
    AssayFeePayerLow: { series: { 'assay_x402_fee_payer_lamports{instance="a"}': '9000000x60' } },
    AssayFacilitatorAway: { series: { 'assay_x402_facilitator_away{instance="a"}': '1x60' } },
    AssayPaymentWarning: { series: { 'assay_payment_warnings{instance="a"}': '1x60' } },
    AssayNoEndpoint: { series: { 'assay_rpc_endpoints_healthy{instance="a"}': '0x60' } },
    AssayEndpointFails: {
      series: { 'assay_rpc_failures_total{instance="a",endpoint="one",cause="timeout"}': '30+30x60' },
    },
    AssayEndpointLags: { series: { 'assay_rpc_slot_lag{instance="a",endpoint="one"}': '400x60' } },
    AssayFreeAnswers: {
      series: { 'assay_checks_total{instance="a",kind="token",verdict="UNKNOWN",route="none"}': '30+60x60' },
    },
    AssayDatabaseSlow: {
      series: { 'assay_sql_seconds_bucket{instance="a",statement="ledger.hold",le="0.01"}': '3000+50x60' },
    },
    AssayDatabaseWaits: { series: { 'assay_sql_waiting{instance="a"}': '2x60' } },
    AssayDatabaseErrors: {
      series: { 'assay_sql_failures_total{instance="a",statement="ledger.hold",cause="57"}': '3+1x60' },
    },
    AssayInternalErrors: { series: { 'assay_refusals_total{instance="a",code="internal_error"}': '2+1x60' } },
    AssayRequestsFail: {
      series: { 'assay_http_requests_total{instance="a",route="/check",method="GET",status="5xx"}': '30+100x60' },
    },
    AssayRequestsRefused: { series: { 'assay_refusals_total{instance="a",code="overloaded"}': '60+90x60' } },
    AssayOutOfRoom: { series: { 'assay_admission_refusals_total{instance="a",cause="memory"}': '3+5x60' } },
    AssayChecksNearLimit: { series: { 'assay_checks_in_flight{instance="a"}': '3500x60' } },
    AssayChecksSlow: {
      series: { 'assay_check_seconds_bucket{instance="a",kind="token",le="1"}': '3000+50x60' },
    },
    AssayConnectionsNearLimit: { series: { 'assay_connections{instance="a"}': '18000x60' } },
    AssayAnswersNotTaken: { series: { 'assay_response_bytes_waiting{instance="a"}': '200000000x60' } },
  };

/** The firing alerts of a minute are exactly these. */
function firing(minute: number, names: readonly string[]) {
  const samples = names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 }));
  return {
    expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: `${minute}m`,
    exp_samples: samples,
  };
}

/** A series that is as it is when all is well for thirty minutes, and then as in a case. */
function turned(series: Readonly<Record<string, string>>) {
  const all = { ...Object.fromEntries(Object.keys(series).map((name) => [name, '_x90'])), ...healthy };
  return Object.entries(all).map(([name, well]) => {
    const then = series[name];
    return {
      series: name,
      values: then === undefined ? well : `${well.replace(/x90$/, 'x29').replace('_x29', '_x30')} ${then}`,
    };
  });
}

/** Runs promtool on cases, and returns what it says when something is not as expected. */
function complaints(tests: readonly object[]): string {
  const file = join(directory, 'tests.yaml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [resolve(RULES)], evaluation_interval: '1m', tests }));
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

describe('the alert rules', () => {
  it('are of two severities, and say in which section it stands what to do', () => {
    expect(rules.length).toBeGreaterThan(30);
    expect(new Set(rules.map(({ labels }) => labels.severity))).toEqual(new Set(['critical', 'warning']));
    for (const { alert, annotations } of rules) {
      const [page = '', anchor] = annotations.runbook.split('#');
      expect(existsSync(page), `${alert}: ${page}`).toBe(true);
      expect(readMarkdown(page).anchors, alert).toContain(anchor);
      expect(annotations.summary).not.toBe('');
    }
  });

  it('have a case each', () => {
    expect(Object.keys(cases).sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });

  it.skipIf(!hasPromtool)('are rules as Prometheus reads them', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' });
    expect(status, `${stdout}${stderr}`).toBe(0);
  });

  it.skipIf(!hasPromtool)('stay silent while all is well', () => {
    const minutes = [10, 30, 60, 90].map((minute) => firing(minute, []));
    expect(complaints([{ interval: '1m', input_series: turned({}), promql_expr_test: minutes }])).toBe('');
  });

  it.skipIf(!hasPromtool)('fire in their case and no other, after their time', () => {
    const tests = rules.map(({ alert, for: time }) => {
      const { series, also = [] } = cases[alert] ?? { series: {} };
      const atOnce = time === '0m' ? [] : [firing(30, [])];
      return {
        name: alert,
        interval: '1m',
        input_series: turned(series),
        promql_expr_test: [firing(29, []), ...atOnce, firing(85, [alert, ...also])],
      };
    });
    expect(complaints(tests)).toBe('');
  });

  it.skipIf(!hasPromtool)('are seen to be wrong where they are', () => {
    const input_series = turned(cases.AssayDown?.series ?? {});
    expect(complaints([{ interval: '1m', input_series, promql_expr_test: [firing(85, [])] }])).toContain('AssayDown');
  });
});
