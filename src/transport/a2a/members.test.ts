import { kinds } from 'assay-core/rules/index.ts';
import { addressOf } from 'assay-core/solana/address.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isContext, newTask, readTask } from './members.ts';

const addresses = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(addressOf);
const kindsOf = fc.constantFrom(...Object.values(kinds));
const contexts = fc.oneof(fc.constant(''), fc.uuid(), fc.stringMatching(/^[\w.:-]{1,64}$/));

describe('the id of a task', () => {
  it('says what was asked, in which context', () => {
    fc.assert(
      fc.property(kindsOf, addresses, fc.boolean(), contexts, (kind, subject, sized, context) => {
        const query = kind.sized && sized ? { size_sol: '10000.000000001'.slice(0, 5) } : {};
        const task = newTask({ kind, subject, query }, context);
        expect(readTask(task.id)).toEqual(task);
        expect(task.id.length).toBeLessThanOrEqual(188);
        if (context !== '') expect(task.contextId).toBe(context);
      }),
    );
  });

  it('is another one each time', () => {
    const question = { kind: kinds.token, subject: addressOf(new Uint8Array(32)), query: {} };
    expect(newTask(question, '').id).not.toBe(newTask(question, '').id);
  });

  it('is refused where it spells no check', () => {
    const random = 'a'.repeat(32);
    const subject = addressOf(new Uint8Array(32).fill(7));
    for (const id of [
      '',
      random,
      `token.${subject}`,
      `toString.${subject}.${random}`,
      `constructor.${subject}.${random}`,
      `token.${subject}1.${random}`,
      `token.${subject}.0.5.${random}`,
      `trade.${subject}.0.${random}`,
      `trade.${subject}.10001.${random}`,
      `token.${subject}.${random}~`,
      `token.${subject}.${random}~a b`,
      `token.${subject}.${random.toUpperCase()}`,
    ]) {
      expect([id, readTask(id)]).toEqual([id, null]);
    }
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (id) => readTask(id) === null));
  });

  it('carries contexts of plain characters only', () => {
    expect(['a', 'x'.repeat(64), 'a-b_c.d:e'].map(isContext)).toEqual([true, true, true]);
    expect(['', 'x'.repeat(65), 'a b', 'a~b', 'ä'].map(isContext)).toEqual([false, false, false, false, false]);
  });
});
