import { expect, it } from 'vitest';
import { useBrowsing } from './browsing.ts';

const town = useBrowsing();

async function policyOf(path: string): Promise<readonly string[]> {
  const response = await fetch(`${town.service.url}${path}`, { headers: { accept: 'text/html' } });
  return response.headers.get('content-security-policy')?.split('; ') ?? [];
}

it.each(['/dashboard', '/topup', '/status', '/docs', '/graphql'])(
  'nothing of %s may make markup out of text, or set a style by it',
  async (path) => {
    const policy = await policyOf(path);
    expect(policy).toEqual(expect.arrayContaining(["require-trusted-types-for 'script'", "trusted-types 'none'"]));
    expect(policy).toContain("style-src 'self'");
  },
);
