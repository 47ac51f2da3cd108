import { createMutantsProof } from '../create-mutants-proof.ts'
import { domainPackage } from '../mutated-packages.ts'

export const proof = createMutantsProof(domainPackage('keys'))
