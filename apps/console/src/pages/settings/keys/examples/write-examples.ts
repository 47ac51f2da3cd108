// Calls as code, ready to run. The key is passed as a text, so that a page can show a masked one and copy the real one;
// without it the code reads it from a variable.
import type { ChatRequest } from '../../../company/playground/gateway/chat-request.ts'
import { type Literal, type LiteralLanguage, writeLiteral } from './write-literal.ts'

export type ExampleLanguage = LiteralLanguage | 'env'

export type ExampleInput = { baseUrl: string | undefined; key: string; model: string }

type Call = {
  baseUrl: string | undefined
  key?: string
  request: ChatRequest
  /** Prints the answer as it comes. */
  isStream?: boolean
}

/** A first call. */
export function writeExample(language: ExampleLanguage, { baseUrl, key, model }: ExampleInput): string {
  if (language === 'env')
    return [...(baseUrl === undefined ? [] : [`OPENAI_BASE_URL=${baseUrl}`]), `OPENAI_API_KEY=${key}`].join(
      '\n',
    )
  const request = { model, messages: [{ role: 'user', content: 'Say hello.' }] } as const
  return writeCall(language, { baseUrl, key, request })
}

export function writeCall(language: LiteralLanguage, call: Call): string {
  return writers[language](call).join('\n')
}

const writers: Readonly<Record<LiteralLanguage, (call: Call) => string[]>> = {
  curl({ baseUrl, key, request, isStream = false }) {
    const fields = fieldsOf(request, isStream).map(
      ([name, value]) => `    "${name}": ${writeLiteral(value, 'curl', '    ')}`,
    )
    // A quote inside of the quoted body ends it, is written for itself, and opens it again.
    const body = fields.join(',\n').replaceAll("'", String.raw`'\''`)
    return [
      `curl ${isStream ? '-N ' : ''}"${baseUrl ?? '$BASE_URL'}/chat/completions" \\`,
      `  -H "Authorization: Bearer ${key ?? '$API_KEY'}" \\`,
      `  -H "Content-Type: application/json" \\`,
      `  -d '{`,
      body,
      `  }'`,
    ]
  },
  typescript({ baseUrl, key, request, isStream = false }) {
    const answer = isStream ? 'stream' : 'answer'
    return [
      `import OpenAI from 'openai'`,
      ``,
      `const client = new OpenAI({`,
      `  baseURL: ${baseUrl === undefined ? 'process.env.BASE_URL' : `'${baseUrl}'`},`,
      `  apiKey: ${key === undefined ? 'process.env.API_KEY' : `'${key}'`},`,
      `})`,
      `const ${answer} = await client.chat.completions.create({`,
      ...fieldsOf(request, isStream).map(
        ([name, value]) => `  ${name}: ${writeLiteral(value, 'typescript', '  ')},`,
      ),
      `})`,
      isStream
        ? `for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta?.content ?? '')`
        : `console.log(answer.choices[0].message.content)`,
    ]
  },
  python({ baseUrl, key, request, isStream = false }) {
    return [
      ...(baseUrl === undefined || key === undefined ? [`import os`] : []),
      `from openai import OpenAI`,
      ``,
      `client = OpenAI(`,
      `    base_url=${baseUrl === undefined ? 'os.environ["BASE_URL"]' : `"${baseUrl}"`},`,
      `    api_key=${key === undefined ? 'os.environ["API_KEY"]' : `"${key}"`},`,
      `)`,
      `${isStream ? 'stream' : 'answer'} = client.chat.completions.create(`,
      ...fieldsOf(request, isStream).map(
        ([name, value]) => `    ${name}=${writeLiteral(value, 'python', '    ')},`,
      ),
      `)`,
      ...(isStream
        ? [
            `for chunk in stream:`,
            `    if chunk.choices:`,
            `        print(chunk.choices[0].delta.content or "", end="", flush=True)`,
          ]
        : [`print(answer.choices[0].message.content)`]),
    ]
  },
}

function fieldsOf(request: ChatRequest, isStream: boolean): [string, Literal][] {
  const all: Record<string, Literal> = { ...request, ...(isStream ? { stream: true } : {}) }
  return Object.entries(all)
}
