// Decides what each choice of an answer contains (a tool call, JSON or plain text) and where it ends.
import type { FaultPlan } from '../plan/fault-plan.ts'
import { type ChatRequest, messageText } from '../wire/chat-request.ts'
import { cutAtStop } from '../wire/generation-request.ts'
import { answerJson, answerText, type LastMessage, textOfTokens } from './answer-text.ts'
import { countTokens, takeTokens } from './count-tokens.ts'
import { type QuotableLine, schemaInstance } from './schema-instance.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

export type Choice = {
  /** The message's content, or the arguments of the tool call. */
  text: string
  toolCall?: { id: string; name: string }
  finishReason: 'stop' | 'length' | 'tool_calls'
  tokens: number
  /** Sent before the text as one frame, not counted in usage. */
  filler: string
}

type FunctionTool = { name: string; parameters?: unknown }

export function composeChatChoices(request: ChatRequest, seed: string, plan: FaultPlan): Choice[] {
  const tool = plan.outputTokens === undefined ? toolToCall(request) : undefined
  const tokensMax = request.max_completion_tokens ?? request.max_tokens
  return Array.from({ length: request.n ?? 1 }, (_, index) => {
    const random = seededRandom(`${seed}:${index}`)
    if (tool) return toolCallChoice(tool, random, { tokensMax, said: plan.content })
    const text = () => plan.content ?? chatText(request, random)
    return textChoice({ text, plan, stop: request.stop, tokensMax })
  })
}

export type TextChoiceSource = {
  text: () => string
  plan: FaultPlan
  stop: string | string[] | undefined
  tokensMax: number | undefined
}

export function textChoice({ text, plan, stop, tokensMax = Infinity }: TextChoiceSource): Choice {
  const filler = 'x'.repeat((plan.shape?.bigFrameKib ?? 0) * 1024)
  if (plan.outputTokens !== undefined) {
    const exact = textOfTokens(plan.outputTokens)
    return { text: exact, finishReason: 'stop', tokens: plan.outputTokens, filler }
  }
  return { ...limitTokens(cutAtStop(plan.text ?? text(), stop), tokensMax), filler }
}

function toolCallChoice(
  tool: FunctionTool,
  random: SeededRandom,
  { tokensMax = Infinity, said }: { tokensMax: number | undefined; said: string | undefined },
): Choice {
  const instance = () => JSON.stringify(schemaInstance(tool.parameters ?? { type: 'object' }, random))
  const limited = limitTokens(said ?? instance(), tokensMax)
  const id = `call_sim_${random
    .integer(0, 2 ** 32 - 1)
    .toString(16)
    .padStart(8, '0')}`
  const finishReason = limited.finishReason === 'length' ? 'length' : 'tool_calls'
  return { ...limited, finishReason, toolCall: { id, name: tool.name }, filler: '' }
}

function limitTokens(text: string, tokensMax: number): Omit<Choice, 'filler'> {
  const tokens = countTokens(text)
  if (tokens <= tokensMax) return { text, tokens, finishReason: 'stop' }
  return { text: takeTokens(text, tokensMax), tokens: tokensMax, finishReason: 'length' }
}

function chatText(request: ChatRequest, random: SeededRandom): string {
  const format = request.response_format
  const lastMessage = lastMessageOf(request)
  if (format?.type === 'json_schema') {
    return JSON.stringify(schemaInstance(format.json_schema.schema, random, spokenLines(lastMessage)))
  }
  return format?.type === 'json_object' ? answerJson(lastMessage) : answerText(lastMessage, random)
}

/**
 * Lines of a transcript, such as `3 Ana: We hire two.`: insights that quote nothing would be dropped, and a meeting on
 * `pnpm dev` would have none. Other numbered lines are not quoted, because verdicts made up about a talent would count.
 */
function spokenLines({ text }: LastMessage): QuotableLine[] {
  const found = text.matchAll(/^(?<line>\d+) [^:\n]{1,200}: (?<said>.+)$/gm)
  return Array.from(found, ({ groups }) => ({ line: Number(groups?.['line']), text: groups?.['said'] ?? '' }))
}

function lastMessageOf({ messages }: ChatRequest): LastMessage {
  const last = messages.findLast(({ role }) => role === 'user' || role === 'tool')
  return { role: last?.role ?? 'user', text: last ? messageText(last) : '' }
}

/**
 * Unless forced, the simulator calls a tool only if the very last message asks for it: once the tool's result is the
 * last message it answers with text, otherwise an agent loop would never end.
 */
function toolToCall({
  tools = [],
  tool_choice: choice = 'auto',
  messages,
}: ChatRequest): FunctionTool | undefined {
  const functions = tools.flatMap((tool) => tool.function ?? [])
  if (choice === 'none') return undefined
  if (typeof choice === 'object') return functions.find(({ name }) => name === choice.function.name)
  const last = messages.at(-1)
  const question = last?.role === 'user' ? messageText(last) : ''
  if (choice === 'auto' && !question.toLowerCase().includes('call the tool')) return undefined
  return functions.find(({ name }) => question.includes(name)) ?? functions[0]
}
