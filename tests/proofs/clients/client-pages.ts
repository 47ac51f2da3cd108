// The examples on the pages of docs/api/clients: under each heading one program and the output that it prints.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readPageExamples } from '@gatehouse/testkit/documents/page-examples'

export type ClientExample = {
  client: string
  feature: string
  code: string
  /** The documented output, with `…` for parts that vary. */
  printed: string
}

const inference = ['Chat', 'Streaming', 'Tools', 'Structured output', 'Embeddings', 'Errors', 'Retries']
const mcp = ['Tools', 'Chat', 'Structured output', 'Errors']

/** The features that each page must show: a page from which one is deleted fails. */
export const expectedFeatures: Readonly<Record<string, readonly string[]>> = {
  openai: [...inference, 'Models', 'Broken streams'],
  'ai-sdk-openai-compatible': [...inference, 'Broken streams'],
  'ai-sdk-openai': [...inference, 'Broken streams', 'The default model'],
  langchain: [...inference, 'Broken streams'],
  'openai-agents': inference.filter((feature) => feature !== 'Embeddings'),
  'mcp-client': mcp,
  'mcp-sdk': mcp,
  'mcp-remote': mcp.filter((feature) => feature !== 'Structured output'),
}

const pages = new URL('../../../docs/api/clients/', import.meta.url)

export function readClientPage(client: string): ClientExample[] {
  return readExamples(client, readFileSync(fileURLToPath(new URL(`${client}.md`, pages)), 'utf8'))
}

export function readExamples(client: string, page: string): ClientExample[] {
  const sections = page.split(/^## /m).slice(1)
  return sections.map((section) => {
    const feature = section.split('\n', 1)[0] ?? ''
    const [example] = readPageExamples(section)
    if (!example) throw new Error(`${client}.md, ${feature}: lacks a program that is followed by its output`)
    return { client, feature, code: example.code, printed: example.printed }
  })
}

/** Returns the features that the page lacks, and those that the list above does not expect. */
export function compareFeatures(client: string, examples: readonly ClientExample[]): string[] {
  const expected = expectedFeatures[client] ?? []
  const shown = examples.map(({ feature }) => feature)
  return [
    ...expected.filter((feature) => !shown.includes(feature)).map((feature) => `lacks ${feature}`),
    ...shown.filter((feature) => !expected.includes(feature)).map((feature) => `unexpected ${feature}`),
  ]
}
