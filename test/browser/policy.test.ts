import { expect, it } from 'vitest';
import { useBrowsing } from './browsing.ts';

const town = useBrowsing();

async function policyOf(path: string): Promise<readonly string[]> {
  const response = await fetch(`${town.service.url}${path}`, { headers: { accept: 'text/html' } });
  return response.headers.get('content-security-policy')?.split('; ') ?? [];
}

it.each(['/dashboard', '/topup', '/status'])('nothing of %s may make markup out of text', async (path) => {
  expect(await policyOf(path)).toEqual(
    expect.arrayContaining(["require-trusted-types-for 'script'", "trusted-types 'none'"]),
  );
});

it.each(['/docs', '/graphql'])('%s makes no markup out of text that could do anything', async (path) => {
  expect(await policyOf(path)).toEqual(
    expect.arrayContaining(["require-trusted-types-for 'script'", 'trusted-types default dompurify']),
  );
  const page = await town.open(path);
  const text = '<b><img src=x onerror=alert(1)></b>';
  const made = await page.evaluate((markup) => {
    const element = document.createElement('div');
    element.innerHTML = markup;
    return [element.textContent, element.childElementCount];
  }, text);
  expect(made).toEqual([text, 0]);
  await page.locator('.opblock, .graphiql-editor').first().waitFor();
});
