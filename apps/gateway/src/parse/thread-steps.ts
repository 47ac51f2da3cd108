// Runs in a worker thread what a parse computes: on the event loop a document of 199,000 characters would hold up all
// other calls for half a second.
import type { ExtractionSteps } from '@gatehouse/parsing/extract-document'
import type { Taxonomy } from '@gatehouse/parsing/taxonomy'
import { bodyInvalid } from '../gateway-faults.ts'
import type { WorkThreads } from '../threads/create-work-threads.ts'
import { largeBytes } from '@gatehouse/bytes/large-bytes'
import { hashDocument } from './hash-document.ts'
import type { ParseDeps } from './open-parsing.ts'
import { type ParseBody, type ParseRequest, readParseRequest } from './read-parse-request.ts'

type Threads = Pick<WorkThreads, 'run'>

/** The result of a parse as JSON. */
export type ParsedJson = { json: Buffer; isComplete: boolean }

const nothing = () => Buffer.alloc(0)

export function createThreadSteps(
  threads: Threads,
  owner: string,
): ExtractionSteps<Buffer, Buffer, ParsedJson> {
  return {
    prepare: (kind, text) =>
      threads.run('prepareExtraction', { bytes: nothing(), options: { kind, text }, owner }),
    merge: (chunks, lineCount) =>
      threads.run('mergeExtraction', { bytes: nothing(), options: { chunks, lineCount }, owner }),
    compose: (prepared, composition) =>
      threads.run('composeExtraction', { bytes: prepared, options: composition, owner }),
  }
}

/**
 * Decides in a thread which names to look for and which concepts they stand for: the list of names that this needs takes
 * a second to build and a third of a process's heap.
 */
export function createThreadTaxonomy(
  threads: Threads,
  owner: string,
  findConcepts: ParseDeps['parsing']['findConcepts'],
): Taxonomy {
  return {
    async find(names) {
      const folded = await threads.run('namesToFind', { bytes: nothing(), options: names, owner })
      const found = await findConcepts(folded)
      return threads.run('chooseConcepts', { bytes: nothing(), options: { names, found }, owner })
    },
  }
}

/** Reads the document from the body: immediately if it is small. The bytes of the body must not be read afterwards. */
export async function readDocumentBody(
  threads: Threads,
  { body, ...form }: ParseBody,
  owner: string,
): Promise<ParseRequest & { hash: Buffer }> {
  if (body.length <= largeBytes) {
    const request = await readParseRequest({ body, ...form })
    return { ...request, hash: hashDocument(request.bytes) }
  }
  const read = await threads.run('readParseBody', { bytes: body, options: form, owner })
  if ('refusal' in read) throw bodyInvalid(read.refusal)
  return read
}
