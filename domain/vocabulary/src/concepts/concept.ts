// Concepts are what different names mean alike: "K8s" and "Kubernetes", "Verkäufer" and "salesperson".
export type ConceptKind = 'skill' | 'occupation'

export type Concept = {
  /**
   * `skill:kubernetes` or `occupation:salesperson` (the folded label), or for imported ones `esco:<id>` or `onet:<id>`.
   * A key contains a colon, so it never equals a term.
   */
  key: string
  kind: ConceptKind
  label: string
  /** General abilities (communication, teamwork, office software, a driving licence) say nothing about a field of work. */
  isGeneral: boolean
}

/** A concept that a text names, at [start, end) in UTF-16 units of that text. */
export type FoundConcept = { concept: Concept; start: number; end: number }

/** `weight` in thousandths: how far showing `key` shows the concept asked about. */
export type NearConcept = { key: string; label: string; weight: number }

export type Concepts = {
  /** Left to right; the longest name wins; names do not overlap. */
  find(text: string): readonly FoundConcept[]
  /** Concepts that count towards this one: narrower and broader ones. */
  near(key: string): readonly NearConcept[]
}
