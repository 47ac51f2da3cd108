export type Spent = { requests: number; promptTokens: number; completionTokens: number }

export type CallToMake = {
  headers: Readonly<Record<string, string>>
  body: Readonly<Record<string, unknown>>
  spent: Spent
}

/** Makes a call to its last byte and adds what its answer says it used. */
export async function callAndAddUp(url: string, { headers, body, spent }: CallToMake): Promise<Spent> {
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`a call was answered with ${answer.status}: ${text}`)
  const usage = /"usage":(\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})/.exec(text)?.[1]
  if (usage === undefined) throw new Error(`an answer came without usage: ${text.slice(-200)}`)
  const tokens = JSON.parse(usage) as { prompt_tokens: number; completion_tokens: number }
  return {
    requests: spent.requests + 1,
    promptTokens: spent.promptTokens + tokens.prompt_tokens,
    completionTokens: spent.completionTokens + tokens.completion_tokens,
  }
}
