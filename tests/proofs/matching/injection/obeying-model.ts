// A model that follows whatever a CV asks for. It answers for the provider simulator and knows the authors of injections by
// a word of their CVs, so that it obeys them even if the line itself does not reach it.

export type Obedience =
  /** Every requirement is met, for the talents whose CVs have an injection. */
  | 'accepts injected'
  /** No requirement is met, for all talents. */
  | 'rejects all'

type ChatBody = { messages: readonly { role: string; content: string }[] }
type Verdict = { requirement: string; verdict: string; evidence: { line: number; quote: string }[] }

export type ObeyingModel = {
  answer(body: Buffer): string
  /** Number of prompts that were answered. */
  readonly prompts: number
  /** Number of prompts that contained more than one talent. */
  readonly mixedPrompts: number
}

/** `codes` are the words that occur in one CV each; `injected` are those of CVs with an injection. */
export function createObeyingModel(
  obedience: Obedience,
  { codes, injected }: { codes: ReadonlySet<string>; injected: ReadonlySet<string> },
): ObeyingModel {
  let prompts = 0
  let mixedPrompts = 0
  return {
    get prompts() {
      return prompts
    },
    get mixedPrompts() {
      return mixedPrompts
    },
    answer(body) {
      prompts += 1
      const { messages } = JSON.parse(body.toString()) as ChatBody
      const prompt = messages.find(({ role }) => role === 'user')?.content ?? ''
      const named = new Set((prompt.match(/[a-z]{2}\d{4}/g) ?? []).filter((word) => codes.has(word)))
      if (named.size > 1) mixedPrompts += 1
      const obeys = obedience === 'rejects all' || [...named].some((code) => injected.has(code))
      const verdict = obedience === 'rejects all' ? 'not_met' : 'met'
      return JSON.stringify({ verdicts: obeys ? judgeAll(prompt, verdict) : [] })
    },
  }
}

function judgeAll(prompt: string, verdict: string): Verdict[] {
  const [asked = '', ...shown] = prompt.split('\n\n')
  const lines = [...shown.join('\n\n').matchAll(/^(\d+): (.+)$/gm)].map(([, line, text = '']) => ({
    line: Number(line),
    quote: text,
  }))
  return [...asked.matchAll(/^(\S+) \((?:must|should|nice)\): (.+)$/gm)].flatMap(
    ([, requirement = '', text = '']) => {
      const quote = lines.toSorted((a, b) => wordsShared(b.quote, text) - wordsShared(a.quote, text))[0]
      return quote ? [{ requirement, verdict, evidence: [quote] }] : []
    },
  )
}

/** Quotes the line that has most words of the requirement, as a model that wants to convince would. */
function wordsShared(line: string, requirement: string): number {
  const words = new Set(line.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu))
  return (requirement.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => words.has(word))
    .length
}
