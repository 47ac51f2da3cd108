import { prepareDocument } from '@gatehouse/backend/graphql/prepare-document'
import type { Surface } from '../engine/surface.ts'
import { checkGraphql, openSchema, surface as sound } from '../surfaces/graphql-documents.ts'

/** Takes variables for part of what is remembered with a document, so that their cost is judged only once. */
export const surface: Surface = {
  ...sound,
  open() {
    const known = new Map<string, ReturnType<typeof prepareDocument>>()
    return checkGraphql({
      schema: openSchema(),
      prepare(rules, request) {
        const prepared = known.get(request.query) ?? prepareDocument(rules, request)
        if (prepared.kind === 'ready') known.set(request.query, prepared)
        return prepared
      },
    })
  },
}
