/** What a section of a posting is about. `terms`: the contract, the place and the pay. */
export type PostingSectionKind = 'tasks' | 'must' | 'nice' | 'offer' | 'apply' | 'about' | 'terms'
