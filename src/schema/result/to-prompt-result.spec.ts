import { PromptResult } from './builders/prompt-result.js';
import { ToolResult } from './builders/tool-result.js';
import { toPromptResult } from './to-prompt-result.js';

const hello = { type: 'text', text: 'hello' };
const fromUser = { role: 'user', content: hello };
const fromAssistant = { role: 'assistant', content: hello };

describe('toPromptResult', () => {
  it('makes a string one message of the user', () => {
    expect(toPromptResult('hello', undefined)).toEqual({ messages: [fromUser] });
  });

  it('makes a content block one message of the user', () => {
    expect(toPromptResult(hello, undefined)).toEqual({ messages: [fromUser] });
  });

  it('keeps one message', () => {
    expect(toPromptResult(fromAssistant, undefined)).toEqual({ messages: [fromAssistant] });
  });

  it('makes a list several messages', () => {
    expect(toPromptResult(['hello', fromAssistant, hello], undefined)).toEqual({
      messages: [fromUser, fromAssistant, fromUser],
    });
  });

  it('makes an empty list no message', () => {
    expect(toPromptResult([], undefined)).toEqual({ messages: [] });
  });

  it('adds the description', () => {
    expect(toPromptResult('hello', 'Greets')).toEqual({
      description: 'Greets',
      messages: [fromUser],
    });
  });

  it('keeps a ready-made result with its own description', () => {
    const value = { description: 'Mine', messages: [fromUser] };

    expect(toPromptResult(value, 'Greets')).toBe(value);
  });

  it.each([
    ['one message', { role: 'system', content: hello }],
    ['a list', [{ role: 'system', content: hello }]],
    ['a result', { messages: [{ role: 'system', content: hello }] }],
  ])('lets the user say what the system says in %s', (_what, value) => {
    expect(toPromptResult(value, undefined)).toEqual({ messages: [fromUser] });
  });

  it('writes a built result, with the description of the prompt', () => {
    expect(toPromptResult(PromptResult.user('hello').assistant('hello'), 'Greets')).toEqual({
      description: 'Greets',
      messages: [fromUser, fromAssistant],
    });
  });

  it('prefers the description of a built result', () => {
    const built = PromptResult.user('hello').description('Mine');

    expect(toPromptResult(built, 'Greets').description).toBe('Mine');
  });

  it('refuses a result that was built for a tool', () => {
    expect(() => toPromptResult(ToolResult.text('hello'), undefined)).toThrow(
      'the result of a tool was returned for a prompt',
    );
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a number', 7],
    ['a domain object', { subject: 'x' }],
    ['a domain object with a member messages', { messages: ['hello'] }],
    ['a message of another role', { role: 'tool', content: hello }],
    ['a message without a role', { content: hello }],
    ['a result with a message of another role', { messages: [{ role: 'tool', content: hello }] }],
    ['a message whose content is a list', { role: 'user', content: [hello] }],
    ['a list with a number', ['hello', 7]],
  ])('refuses %s, naming what a prompt returns', (_what, value) => {
    expect(() => toPromptResult(value, undefined)).toThrow(/a prompt returns a string, messages/);
  });
});
