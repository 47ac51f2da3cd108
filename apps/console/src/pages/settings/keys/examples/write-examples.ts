// Examples of a first call, ready to run. The key is passed as a text, so that a page can show a masked one and copy
// the real one.
export type ExampleLanguage = 'curl' | 'typescript' | 'python' | 'env'

export type ExampleInput = { baseUrl: string | undefined; key: string; model: string }

const prompt = 'Say hello.'

export function writeExample(language: ExampleLanguage, { baseUrl, key, model }: ExampleInput): string {
  const base = baseUrl ?? '$BASE_URL'
  switch (language) {
    case 'curl':
      return [
        `curl "${base}/chat/completions" \\`,
        `  -H "Authorization: Bearer ${key}" \\`,
        `  -H "Content-Type: application/json" \\`,
        `  -d '{`,
        `    "model": "${model}",`,
        `    "messages": [{ "role": "user", "content": "${prompt}" }]`,
        `  }'`,
      ].join('\n')
    case 'typescript':
      return [
        `import OpenAI from 'openai'`,
        ``,
        `const client = new OpenAI({`,
        `  baseURL: ${baseUrl === undefined ? 'process.env.BASE_URL' : `'${baseUrl}'`},`,
        `  apiKey: '${key}',`,
        `})`,
        `const answer = await client.chat.completions.create({`,
        `  model: '${model}',`,
        `  messages: [{ role: 'user', content: '${prompt}' }],`,
        `})`,
        `console.log(answer.choices[0].message.content)`,
      ].join('\n')
    case 'python':
      return [
        ...(baseUrl === undefined ? [`import os`] : []),
        `from openai import OpenAI`,
        ``,
        `client = OpenAI(`,
        `    base_url=${baseUrl === undefined ? 'os.environ["BASE_URL"]' : `"${baseUrl}"`},`,
        `    api_key="${key}",`,
        `)`,
        `answer = client.chat.completions.create(`,
        `    model="${model}",`,
        `    messages=[{"role": "user", "content": "${prompt}"}],`,
        `)`,
        `print(answer.choices[0].message.content)`,
      ].join('\n')
    case 'env':
      return [...(baseUrl === undefined ? [] : [`OPENAI_BASE_URL=${baseUrl}`]), `OPENAI_API_KEY=${key}`].join(
        '\n',
      )
  }
}
