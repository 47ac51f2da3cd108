// Which concepts count towards another one. A talent who shows PostgreSQL shows "SQL databases" almost entirely; one who
// shows only "SQL databases" may or may not know PostgreSQL.
import type { NearConcept } from './concept.ts'
import type { ConceptEntry } from './concept-list.ts'
import { occupationFamilies } from './lists/occupations/occupation-families.ts'

/** Not 1000, so that of two talents the one who shows the very concept ranks first. */
const narrowerWeight = 900
/** Less than half: the broader concept makes the narrower one likelier, but does not show it. */
const broaderWeight = 400
/** A field of work, such as data engineering, says less about one of its tools than "ticket software" about Zendesk. */
const fieldWeight = 250
/** An occupation of the same family is of the same field of work, and shows no part of what is asked for. */
const familyWeight = 300
const productGroup =
  /\b(?:software|systems?|tools?|platforms?|databases?|suites?|apps?|SQL|NoSQL|CAD|PLC Programming|System Monitoring|CI\/CD|Business Intelligence|Data Visualization|Cloud Computing|ETL|Version Control|Customer Relationship Management|Infrastructure as Code|Virtualization|Containerization|(?:Image|Video) Editing|3D Modelling|SAP|Building Information Modeling)$/i

/** Near concepts by key: all narrower ones, also of narrower ones, and the next broader ones. */
export function relateConcepts(
  entries: readonly ConceptEntry[],
): ReadonlyMap<string, readonly NearConcept[]> {
  const byLabel = new Map(entries.map((entry) => [entry.concept.label, entry]))
  const broaderOf = ({ broaderLabels }: ConceptEntry) =>
    broaderLabels.flatMap((label) => byLabel.get(label) ?? [])
  const near = new Map<string, Map<string, NearConcept>>()
  const add = (of: ConceptEntry, { concept: { key, label } }: ConceptEntry, weight: number) => {
    const known = near.get(of.concept.key) ?? new Map<string, NearConcept>()
    near.set(of.concept.key, known)
    if (key !== of.concept.key && (known.get(key)?.weight ?? 0) < weight)
      known.set(key, { key, label, weight })
  }
  for (const entry of entries) {
    for (const broader of broaderOf(entry)) add(entry, broader, weightOfBroader(entry, broader))
    // A list with a circle ends here as well, because each concept is visited once.
    const above = new Set(broaderOf(entry))
    for (const broader of above) {
      add(broader, entry, narrowerWeight)
      for (const next of broaderOf(broader)) above.add(next)
    }
  }
  for (const [one, other] of closeLabels()) {
    const [of, close] = [byLabel.get(one), byLabel.get(other)]
    if (of && close) add(of, close, familyWeight)
  }
  return new Map([...near].map(([key, concepts]) => [key, [...concepts.values()]]))
}

/** Every two labels of one family, in both orders. */
function closeLabels(): [string, string][] {
  return occupationFamilies
    .split('\n')
    .map((line) => line.split('|').map((label) => label.trim()))
    .flatMap((family) => family.flatMap((one) => family.map((other): [string, string] => [one, other])))
}

function weightOfBroader({ concept, names }: ConceptEntry, broader: ConceptEntry): number {
  if (concept.kind === 'occupation') return broaderWeight
  const isProduct = names.some(({ isInflected }) => !isInflected)
  return isProduct && productGroup.test(broader.concept.label) ? broaderWeight : fieldWeight
}
