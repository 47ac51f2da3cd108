// The examples of a documentation page: a program in sh or ts, followed by the text that it prints.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type PageExample = {
  line: number
  language: string
  code: string
  /** The documented output, with `…` for parts that vary. */
  printed: string
}

export function readPageExamples(page: string): PageExample[] {
  const blocks = page.matchAll(/^```(sh|ts)\n([^]*?)^```\n\n```text\n([^]*?)^```$/gm)
  return [...blocks].map(({ 1: language = '', 2: code = '', 3: printed = '', index }) => ({
    line: page.slice(0, index).split('\n').length,
    language,
    code,
    printed,
  }))
}

/** Matches an output that is the documented one, apart from the parts that vary. */
export function printedPattern(printed: string): RegExp {
  const parts = printed.trim().split('…')
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('[^]*')}$`)
}

/**
 * Writes the example to a file and returns what runs it. The folder must be in the package that has the clients which the
 * example imports.
 */
export function writePageExample(
  { line, language, code }: PageExample,
  folder: string,
): { command: string; file: string } {
  const file = join(folder, `example-${line}.${language === 'sh' ? 'sh' : 'mjs'}`)
  writeFileSync(file, code)
  return { command: language === 'sh' ? 'bash' : process.execPath, file }
}

/** Runs the example as a reader would and returns its output. */
export async function runPageExample(
  example: PageExample,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const { command, file } = writePageExample(example, folder)
  const env = { PATH: process.env['PATH'], ...environment }
  const { stdout } = await promisify(execFile)(command, [file], { env })
  return stdout.replaceAll('\r', '').trim()
}
