// Reads how well a language is spoken from words such as "fluent" or "Grundkenntnisse". The words have no agreed place on
// the CEFR scale; the levels here are what recruiters usually mean by them.
import { foldPhrase } from '../fold-text.ts'
import { type WordList, wordPattern } from '../word-pattern.ts'
import { type LanguageLevel, readLanguageLevel } from './levels.ts'

// Written as `foldPhrase` returns them; `*` stands for any letters. The first match in this order counts, so that "very
// good" is not read as "good".
const words: readonly (readonly [LanguageLevel, WordList])[] = [
  [
    'c2',
    [
      'near-native|near native|nahezu muttersprachlich*|annahernd muttersprachlich*|fast muttersprachlich*',
      'muttersprachliches niveau|casi nativ*|quasi-bilingue|aproape nativ*',
    ],
  ],
  [
    'c1',
    [
      'fluent|fluently|fluency|verhandlungssicher*|fliessend*|courant|couramment|courante|courants|courantes',
      'fluid*|fluidez|fluenta|cursiv|advanced|fortgeschritten*|avance|avancee|avanzad*|avansat*|excellent',
      'ausgezeichnet*|hervorragend*|exzellent*|excelent*|exceptionnel*|perfect|perfekt*|parfait*|perfecto',
      'perfecta|business level|business-level|business fluent|full professional|proficient|proficiency',
      'professional proficiency|very good|sehr gut*|tres bon*|tres bien|muy buen*|muy alto|foarte bun*',
      'foarte bine|maitrise parfaite|nivel alto|alto nivel|stilsicher*|strong|high level|lu, parle, ecrit',
    ],
  ],
  [
    'b2',
    [
      'good|gut*|solide*|sicher*|bon|bonne|bons|bonnes|bien|buen*|bun|buna|bune|bine|upper intermediate',
      'upper-intermediate|professional working|working proficiency|professionnel|profesional|operationnel*',
      'maitrise|dominio|solid|decent|confident|mediu-avansat|medio-alto|medio alto',
    ],
  ],
  [
    'b1',
    [
      'intermediate|conversational|working knowledge|mittlere*|intermediaire|intermedi*|nivel medio|mediu|medie',
      'conversational*|conversacional|satisfacator|limited working',
    ],
  ],
  [
    'a2',
    [
      'basic|basics|elementary|grundkenntnisse|*grundkenntnisse|basiskenntnisse|grundlegend*|einfache*|notion',
      'notions|bases|elementaire*|basique*|basic*|nociones|conocimientos basicos|elemental*|de baza|elementar*',
      'notiuni',
    ],
  ],
  ['a1', 'beginner|anfanger*|debutant*|principiante*|incepator*'],
]

const patterns = words.map(([level, list]) => ({ level, pattern: wordPattern(list) }))

/** Reads a level of the scale or, without one, the level that words state; null if neither occurs. */
export function readLevelInWords(text: string): LanguageLevel | null {
  const folded = foldPhrase(text)
  return readLanguageLevel(text) ?? patterns.find(({ pattern }) => pattern.test(folded))?.level ?? null
}
