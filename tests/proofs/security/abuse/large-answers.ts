// Answers as large as honest providers send: embeddings of many inputs, and streams with twenty log probabilities per
// token.
const mebibyte = 1_048_576
const made = new Map<number, Buffer>()

export function largeEmbeddings(mebibytes: number): Buffer {
  let answer = made.get(mebibytes)
  if (answer) return answer
  const embedding = Buffer.alloc(12_288, 1).toString('base64')
  const count = Math.max(1, Math.floor((mebibytes * mebibyte) / embedding.length))
  const data = Array.from({ length: count }, (_, index) => ({ object: 'embedding', index, embedding }))
  const usage = { prompt_tokens: 10, total_tokens: 10 }
  answer = Buffer.from(JSON.stringify({ object: 'list', model: 'sim-embed', data, usage }))
  made.set(mebibytes, answer)
  return answer
}

export function* largeFrames(mebibytes: number): Generator<Buffer> {
  const logprobs = { content: [{ token: 'p'.repeat(3_000) }] }
  const choices = [{ index: 0, delta: { content: 'tok ' }, logprobs, finish_reason: null }]
  const frame = Buffer.from(`data: ${JSON.stringify({ id: '1', model: 'sim-chat', choices })}\n\n`)
  for (let sent = 0; sent < mebibytes * mebibyte; sent += frame.length) yield frame
}
