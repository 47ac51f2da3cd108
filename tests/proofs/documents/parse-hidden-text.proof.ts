import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { createDocumentReader } from '@gatehouse/parsing/create-document-reader'
import { documentLimits } from '@gatehouse/parsing/document-limits'
import type { DocumentReader } from '@gatehouse/parsing/document-reader'
import { findExamplePdfs } from '../kit/labelled-data.ts'
import {
  composeHonest,
  composeScan,
  composeTricks,
  secret,
  type TrickDocument,
  visible,
} from './hiding-tricks.ts'
import { type Proof, type ProofContext, judged, notMeasured } from '../proof.ts'

/**
 * Text in the examples that is rightly reported as hidden: this template draws its page number below the bottom edge of
 * the page.
 */
const trulyHidden = new Set(['deedy-resume-macfonts.pdf: Page 1'])
const shortExamples = 12

export const proof: Proof = {
  name: 'parse-hidden-text',
  tier: 'push',
  claim: 'text that is invisible to the reader of a CV is dropped and reported, and no other text is',
  bar: 'every trick dropped and reported (6 for PDF and 3 for DOCX by name), 0 false flags',
  async run({ isShort, progress }) {
    await using reader = createDocumentReader({ limits: documentLimits, processes: 2, waitingMax: 100 })
    const tricks = await count(composeTricks(), (trick) => isCaught(reader, trick, progress))
    const honest = await count(composeHonest(), (document) => isUntouched(reader, document, progress))
    const isScanRead = await readsScan(reader)
    const examples = await findExamplePdfs()
    const chosen = isShort ? examples.slice(0, shortExamples) : examples
    const flags = (await Promise.all(chosen.map((file) => findFlags(reader, file)))).flat()
    for (const flag of flags) progress(`flagged in ${flag}${trulyHidden.has(flag) ? ' (true)' : ''}`)
    const falseFlags = flags.filter((flag) => !trulyHidden.has(flag)).length
    const figure =
      `${tricks.held} of ${tricks.all} tricks dropped and reported, ${honest.held} of ${honest.all} honest documents ` +
      `complete, scan ${isScanRead ? 'read with a warning' : 'NOT read'}, ${falseFlags} false flags in ${chosen.length} example PDFs`
    const isPassed =
      tricks.held === tricks.all && honest.held === honest.all && isScanRead && falseFlags === 0
    if (isPassed && examples.length === 0)
      return notMeasured(`${figure}: they are missing, set LABELLED_DATA to the folder that has them`)
    return judged({ figure, isPassed })
  },
}

async function count(
  documents: readonly TrickDocument[],
  holds: (document: TrickDocument) => Promise<boolean>,
) {
  const held = await Promise.all(documents.map(holds))
  return { all: held.length, held: held.filter(Boolean).length }
}

async function isCaught(
  reader: DocumentReader,
  { name, bytes }: TrickDocument,
  progress: ProofContext['progress'],
): Promise<boolean> {
  const outcome = await reader.read(bytes)
  if (outcome.kind !== 'read') return false
  const { lines, hidden } = outcome.text
  const text = lines.map((line) => line.text).join('\n')
  const isDropped = !text.includes('candidate') && text.includes(visible)
  const isReported = hidden.some((one) => one.text.includes(secret))
  if (!isDropped || !isReported) progress(`${name}: ${JSON.stringify({ text, hidden })}`)
  return isDropped && isReported
}

async function isUntouched(
  reader: DocumentReader,
  { name, bytes }: TrickDocument,
  progress: ProofContext['progress'],
): Promise<boolean> {
  const outcome = await reader.read(bytes)
  if (outcome.kind !== 'read') return false
  const text = outcome.text.lines.map((line) => line.text).join('\n')
  const isWhole = text.includes(secret) && text.includes(visible) && outcome.text.hidden.length === 0
  if (!isWhole) progress(`${name}: ${JSON.stringify({ text, hidden: outcome.text.hidden })}`)
  return isWhole
}

async function readsScan(reader: DocumentReader): Promise<boolean> {
  const outcome = await reader.read(composeScan())
  return (
    outcome.kind === 'read' && outcome.text.ocrPages.length === 1 && outcome.text.lines[0]?.text === visible
  )
}

async function findFlags(reader: DocumentReader, file: string): Promise<string[]> {
  const outcome = await reader.read(await readFile(file))
  if (outcome.kind !== 'read') return [`${basename(file)}: ${outcome.kind}`]
  return outcome.text.hidden.map(({ text }) => `${basename(file)}: ${text}`)
}
