export type Spent = { requests: number; promptTokens: number; completionTokens: number }

export type CallToMake = {
  headers: Readonly<Record<string, string>>
  body: Readonly<Record<string, unknown>>
  spent: Spent
}

/** Makes a call, reads it to its last byte and adds up the usage that its answer reports. */
export async function callAndAddUp(url: string, { headers, body, spent }: CallToMake): Promise<Spent> {
  const text = await askUntilServed(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const usage = /"usage":(\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})/.exec(text)?.[1]
  if (usage === undefined) throw new Error(`an answer came without usage: ${text.slice(-200)}`)
  const tokens = JSON.parse(usage) as { prompt_tokens: number; completion_tokens: number }
  return {
    requests: spent.requests + 1,
    promptTokens: spent.promptTokens + tokens.prompt_tokens,
    completionTokens: spent.completionTokens + tokens.completion_tokens,
  }
}

const attemptsMax = 20

/**
 * Returns the body of the answer. A machine that stalls for a second makes a gateway respond with 503, which is not
 * judged here.
 */
export async function askUntilServed(url: string, init: RequestInit): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(url, init)
    const text = await answer.text()
    if (answer.status === 200) return text
    if (answer.status !== 503 || attempt === attemptsMax)
      throw new Error(`${url} got ${answer.status}: ${text}`)
  }
}
