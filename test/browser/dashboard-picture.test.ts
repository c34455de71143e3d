import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { useBrowsing } from './browsing.ts';
import { askButton, card, ended, firstSamples, saysSo, subjects } from './dashboard-page.ts';

const town = useBrowsing();
const BYTES_MAX = 300_000;
/** The answers of the picture, by kind and verdict; the card of the first one is open. */
const SHOWN = [
  ['trade', 'ELEVATED_COST'],
  ['token', 'LOW_RISK'],
  ['token', 'CRITICAL'],
  ['token', 'HIGH_RISK'],
  ['wallet', 'TRUSTED'],
  ['wallet', 'UNTRUSTED'],
  ['funder', 'CEX_FUNDED'],
  ['trade', 'UNTRADEABLE'],
] as const;

it('can be pictured for the README, which `npm run picture` does', async () => {
  const samples = await firstSamples(town);
  const words = SHOWN.map(([kind, verdict]) => {
    const { subject } = samples.find((one) => one.kind === kind && one.verdict === verdict)!;
    return `${kind}:${subject}`;
  });
  const page = await town.open('/dashboard');
  await page.setViewportSize({ width: 1440, height: 1330 });
  await page.getByText('USDC left').waitFor();
  await subjects(page).fill(words.join('\n'));
  await askButton(page).click();
  await saysSo(page, `${words.length} of ${words.length}`);
  await ended(page);
  await card(page).locator('.plot canvas').waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  expect(picture.length).toBeLessThan(BYTES_MAX);
  expect(picture.length).toBeGreaterThan(BYTES_MAX / 5);
  // A curve that was not drawn leaves its canvas without a colour.
  const painted = await card(page)
    .locator('.plot canvas')
    .evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const bytes = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return bytes.filter((byte) => byte > 0).length;
    });
  expect(painted).toBeGreaterThan(10_000);
  if (process.env.PICTURE) writeFileSync(process.env.PICTURE, picture);
});
