// The text of the simulator's answers. Each answer names the simulator, because `pnpm dev` shows the answers to people
// who may expect a real model.
import type { SeededRandom } from './seeded-random.ts'

const SIMULATOR_NOTE = "This is Gatehouse's provider simulator, not a model."

const ECHO_CHARACTERS_MAX = 280

const CLOSINGS = [
  'Configure a provider to get a real answer.',
  'Nothing was sent anywhere, so no actual model was used.',
  'The same request always gets this same answer.',
  'Only the form of this answer is real.',
]

export function answerText(lastMessage: LastMessage, random: SeededRandom): string {
  return `${SIMULATOR_NOTE} ${echo(lastMessage)} ${random.pick(CLOSINGS)}`
}

export function answerJson(lastMessage: LastMessage): string {
  return JSON.stringify({ simulated: true, note: SIMULATOR_NOTE, input: shorten(lastMessage.text) })
}

/** The last message of a conversation, or the prompt. */
export type LastMessage = { role: string; text: string }

/** Text of exactly this many tokens: plain ASCII, four characters per token. */
export function textOfTokens(tokens: number): string {
  return `${SIMULATOR_NOTE} `
    .repeat(Math.ceil((tokens * 4) / (SIMULATOR_NOTE.length + 1)))
    .slice(0, tokens * 4)
}

function echo({ role, text }: LastMessage): string {
  if (text === '') return 'You said nothing.'
  return `${role === 'tool' ? 'The tool returned' : 'You said'}: ${shorten(text)}`
}

function shorten(text: string): string {
  const characters = Array.from(text.slice(0, (ECHO_CHARACTERS_MAX + 1) * 2))
  if (characters.length <= ECHO_CHARACTERS_MAX) return text
  return `${characters.slice(0, ECHO_CHARACTERS_MAX).join('')}…`
}
