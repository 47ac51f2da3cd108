// The headings of job postings in English, German, French, Spanish and Romanian. A heading that consists of one of the
// exact phrases is recognised in any form; the stems count only in a line that has the form of a heading. Written as
// `foldPhrase` returns them; `*` stands for any letters.
import { type WordList, wordPattern, wordsOf } from '@gatehouse/reading/word-pattern'
import { sectionDespiteWords, sectionOfClause } from './heading-clauses.ts'
import type { PostingSectionKind } from './section-kind.ts'

// The order decides where two kinds match: "Rémunération et avantages" is an offer, "Requisitos deseables" are wishes.
const exactPhrases: readonly (readonly [PostingSectionKind, WordList])[] = [
  [
    'nice',
    [
      'nice|les plus|assets|extras souhaites',
      'plus|pluses|bonus|bonuses|extras for you|optional|optionnel|opcional|desirable|desired|preferred',
      'advantageous|ideal|ideally|idealerweise|idealement|idealmente|atout|atouts|les atouts|des atouts',
      'apprecie|apprecies|appreciees|souhaite|souhaites|souhaits|les souhaits|bienvenu aussi|valorable|deseable',
      'deseables|welcome|willkommen|meritos|avantaj|de preferat|de dorit|preferabil|apreciem|on top|kur|kann',
    ],
  ],
  [
    'must',
    [
      'ai|esti|vos atouts|tes atouts|vos atouts pour reussir',
      'you|you are|you have|you bring|du|du bist|du hast|sie|vous|vous etes|vous avez|tu|tu es|eres|tienes',
      'profile|profil|perfil|profilul|person|essential|essentials|required|necessary|mandatory|needed|must',
      'indispensable|exige|requis|obligatoire|imprescindible|obligatorio|necesario|obligatoriu|necesar|skills',
      'experience|education|languages|language|language skills|qualifications|driving licence|certificates',
      'certifications|kenntnisse|berufserfahrung|erfahrung|ausbildung|sprache|sprachen|sprachkenntnisse',
      'fuhrerschein|personlich|personliches|personlichkeit|abschluss|bildung|soft skills|hard skills|formation',
      'experience requise|langues|langue|certificats|qualites|permis|diplome|connaissances|savoir-etre',
      'savoir-faire|aptitudes|formacion|experiencia|idiomas|idioma|conocimientos|habilidades|carne|estudios',
      'titulacion|studii|experienta|limbi straine|limbi|limba|cunostinte|abilitati|aptitudini|competente',
      'conditii|conditii specifice|permis de conducere|calitati|pflicht|muss|unbedingt notig|unbedingt erforderlich|zwingend notig',
    ],
  ],
  [
    'tasks',
    [
      'role|the role|your role|the job|the work|position|the position|scope|activities|duties|tasks|le poste',
      'votre poste|ton poste|le job|missions|mission|taches|fonction|activites|attributions|travaux|el puesto',
      'actividades|tareas|funciones|mision|cometidos|sarcini|atributii|rolul|rolul tau|activitati|aufgaben',
      'tatigkeit|tatigkeiten|einsatzgebiet|dein einsatz|deine rolle|ihre rolle|dein job|die stelle',
    ],
  ],
  [
    'offer',
    [
      'offre|loffre|les offres|nos atouts|prestaciones|nuestra propuesta|extra legal benefits|avantages extralegaux',
      'offer|our offer|benefits|perks|package|extras|rewards|leistungen|benefit|vorteile|goodies|avantages',
      'prestations|offert|le cadre|beneficios|ventajas|a cambio|beneficii|avantaje|pachet|drepturi|oferta',
      'oferta noastra',
    ],
  ],
  [
    'apply',
    [
      'questions|any questions|sounds good|klingt gut|noch fragen|fragen|des questions|preguntas|te intereseaza|intrebari|envie de nous rejoindre|envie de rejoindre lequipe',
      'apply|applying|application|applications|interested|contact|kontakt|bewerbung|bewerben|ansprechpartner',
      'ansprechpartnerin|interesse|interessiert|candidature|candidatures|postuler|interesse(e)|contacto',
      'interesados|candidaturas|solicitudes|inscripcion|inscripciones|contact us|aplica|aplicare|inscrieri',
      'inscriere|candidaturi|interesat|relatii',
    ],
  ],
  [
    'about',
    [
      'wer sind wir|cine suntem noi|qui est-on|nuestro equipo|echipa',
      'about|about us|who we are|the company|company|our company|the team|our team|the school|the project',
      'uber uns|wir uber uns|wer wir sind|das unternehmen|unternehmen|unser team|das sind wir|qui sommes-nous',
      'a propos|a propos de nous|lentreprise|lequipe|notre entreprise|entreprise|sobre nosotros|quienes somos',
      'la empresa|empresa|nosotros|despre noi|cine suntem|compania|firma|firma noastra|employer|arbeitgeber',
      'employeur|agence|agency|agentur|agencia|company name|angajator|descripcion de la empresa',
    ],
  ],
]

const stems: readonly (readonly [PostingSectionKind, WordList])[] = [
  [
    'nice',
    [
      '– welcome|- welcome|: welcome|welcome, but|welcome but|is welcome|are welcome|also welcome|bienvenu*|bienvenid*|binevenit*|not needed|pas obligatoire|pas indispensable|lovely to have|lovely',
      'would also be pleased|freut uns*|would help|might also|could also|also helps|helpful|suma|sumaria*|sumar|sumaran|merit*',
      'ne-ar placea|ne-ar bucura|ne bucura|ne bucuram|am aprecia|gern dazu|zusatzlich|ausserdem|on apprecie|nous apprecions|nous apprecierions',
      'calificari preferate|cerinte preferate|preferate|preferinte|bevorzugt*|gewunscht*|wunschqualifikation*|preferees|preferidos',
      'brownie points|it helps if|good if you|what would make you|added bonus|extra points|thrilled if|advantages|also useful|desirable criteria|wir freuen uns uber|ein bonus|super ware|noch besser|bonuspunkte|ausserdem wunschen|vous marquez des points|un bonus|vos petits plus|le petit plus|sumara|se aprecia|te dara puntos|puntos a favor|no es obligatorio|un extra|ne-am bucura|ar fi grozav|bonus daca|un plus ar fi|nu e musai|plus daca|ne bucuram daca',
      'nice to have|nice-to-have|nice-to-haves|good to have|preferred|desirable|desired|bonus points|bonus',
      'a plus|big plus|an advantage|advantageous|even better|stand out|set you apart|not required|not essential',
      'extra credit|would be nice|would be great|would be a|would be an|also like|also love|beneficial|optional',
      'ideally|welcome skills|wunschenswert*|von vorteil|vorteilhaft|pluspunkt*|ein plus|das i-tupfelchen',
      'idealerweise|gern gesehen|gerne gesehen|ware schon|ware toll|ware super|schon ware|wunschkriterien',
      'kann-kriterien|kein muss|zusatzlich punkten|punkten|zusatzlich begeistert|daruber hinaus|freuen uns uber',
      'freuen wir uns|nicht zwingend|umso besser|wunschprofil|das ware ein|un plus|les petits plus|serait un',
      'serait apprecie*|seraient|appreciee|appreciees|apprecies|souhaitee|souhaitees|souhaites|souhaitable*',
      'ferait la difference|fera la difference|feront la difference|faire la difference|atouts supplementaires',
      'en plus|idealement|facultatif*|se valora|se valorara|se valoraran|valoramos|valoraremos|valorable',
      'valorables|deseable|deseables|deseado|deseados|suma puntos|suman puntos|puntos extra|sumaras puntos',
      'se tendra en cuenta|no imprescindible|no excluyente|si ademas|preferible|preferente|te hara destacar',
      'nos encantaria|seria ideal|sera un plus|constituie un avantaj|constituie avantaj|constituie avantaje',
      'reprezinta un avantaj|un avantaj|avantaj|optionale|de preferat|preferabil|puncte in plus|apreciem',
      'de dorit|dorite|ar fi ideal|ar fi un|ar fi de folos|ar ajuta|fara a fi obligatori*|nu e obligatori*',
      'nu este obligatori*|nu sunt obligatori*|plusuri',
    ],
  ],
  [
    'offer',
    [
      'we give|we give you|von uns bekommen|von uns bekommst|bei uns bekommen|lo que damos|que damos|damos|pachet oferit|ce dam|ce iti dam',
      'ce que nous donnons|ce que vous recevez|vous recevez|lo que recibes|recibes',
      'on offer|good stuff|look after you|the deal|what we can offer|love it here|love working|what you can expect from us|du erwarten kannst|sie erwarten konnen|erwarten konnen|das gibt|bei uns bekommst|wir belohnen|ihr plus|dein plus bei|profitierst|profitieren sie|nos avantages|on toffre|on vous offre|nos engagements|que te espera|te espera|lo bueno|venim cu|punem la bataie|te asteapta|ce ai la noi|ce gasesti',
      'we offer|offer you|our offer|what you get|what youll get|you get|you will get|you will receive',
      'what you receive|in return|in it for you|benefits|perks|our package|the package|why join|why work|why us',
      'why you|reasons to|we provide|what we give|rewards|pay and benefits|compensation and benefits|wir bieten',
      'bieten wir|wir dir bieten|wir ihnen bieten|unser angebot|angebot|leistungen|zusatzleistungen|vorteile',
      'bekommst|bekommen sie|erhaltst|erhalten sie|durfen sie erwarten|darfst du erwarten|kannst du dich freuen',
      'konnen sie sich freuen|freu dich|freuen sie sich|gute grunde|warum zu uns|warum wir|warum bei uns',
      'spricht fur uns|wir geben|wir haben zu bieten|bei uns erwartet|das haben wir|nous offrons|nous proposons',
      'nous vous offrons|nous vous proposons|vous propose|te propose|on propose|toffre|vous offre|offrons',
      'proposons|avantages|avantages sociaux|les plus de|les plus du|notre offre|pourquoi nous',
      'pourquoi rejoindre|rejoindre|vous beneficiez|vous beneficierez|en echange|y gagnez|en retour|ofrecemos',
      'te ofrecemos|se ofrece|ofrece|beneficios|te damos|a cambio|ventajas|nuestra oferta|te llevas',
      'por que nosotros|por que unirte|por que trabajar|recibiras|que ganas|oferim|iti oferim|beneficii',
      'beneficiile|pachetul|pachet salarial|primesti|vei primi|ai de castigat|castigi|avantajele|avantaje',
      'drepturi|in schimb|de ce sa|de ce noi|te bucuri',
    ],
  ],
  [
    'must',
    [
      'must bring|you must|must|we ask|ask for|we require|we need from|musst du|mussen sie|voraussetzen|setzen wir voraus|wir voraus',
      'konnen sollten|konnen solltest|konnen mussen|wissen sollten|nous faut|nous demandons|demandons|demande|exigeons|exiger',
      'que pedimos|pedimos|exigimos|lo que exigimos|solicitamos|solicitam|ce cerem|ceruri|ce asteptam|vrem de la tine',
      'required|experience|education|berufserfahrung|erfahrung|formation|experiencia|formacion|experienta|studii|aptitudini*|aptitudinile|abilitati|calificari',
      'we are after|were after|youll have|you will have|what makes you|toolkit|ideal person|the person|right person|to succeed|to be considered|knowledge|minimum|you should|this is you|youre the|youd be|sounds like you|that fits you|was du kannst|das kannst du|was sie auszeichnet|bist du|das passt|du bist richtig|du uberzeugst|unsere erwartungen|wir stellen uns vor|gesucht|dein know-how|ihr know-how|rustzeug|votre experience|vos qualites|vos competences|ce quon attend|on attend|ce quon cherche|on cherche|profil ideal|le candidat|la candidate|vous avez|bagage|lo que buscamos|que valoramos en ti|tu experiencia|candidato|candidata|perfil del|debes|deberas|nos gustaria que|te recomanda|te cautam|sansele|criterii|ne trebuie|daca esti|esti omul|te regasesti|asteptam sa|ce ar trebui|trebuie sa ai',
      'requirement*|qualification*|must have|must-have|must haves|must-haves|essential|essentials|you bring',
      'you will bring|youll bring|you need|you will need|youll need|you have|you are|your profile',
      'your background|your skills|your experience|about you|who you are|looking for|we look for',
      'ideal candidate|candidate|we expect|expectations|we need|we are after|person specification|prerequisites',
      'it takes|good fit|great fit|fit if|a fit|criteria|eligibility|competencies|skills',
      'should have|who should apply|anforderung*|*anforderungen|anforderungsprofil|profil|voraussetzung*|qualifikation*',
      'mitbring*|bringst du mit|bringst|bringen sie mit|du bringst|sie bringen|wir erwarten|erwarten wir',
      'wir uns von dir wunschen|wir uns wunschen|wir wunschen uns|wunschen wir uns|uns vorstellen|erforderlich',
      'kompetenzen|zeichnet dich aus|zeichnet sie aus|auszeichnet|wen wir suchen|wir suchen|suchen wir|du passt',
      'passt du|passen sie|macht dich aus|solltest du|sollten sie|brauchst du|du brauchst|brauchen wir',
      'uberzeugst|uberzeugen sie|wer du bist|dein background|deine skills|deine fahigkeiten|fahigkeiten',
      'kenntnisse|zwingend|unverzichtbar|muss-kriterien|profil recherche|exigences|exige*|competences|prerequis',
      'pre-requis|indispensable*|il vous faut|il te faut|quil vous faut|quil te faut|quil faut|faut-il',
      'nous attendons|nous recherchons|nous cherchons|recherche|recherchons|qui etes-vous|qui es-tu|requis',
      'requise*|criteres|conditions requises|obligatoire*|imperatif*|vous correspondez|vous etes|attendu',
      'attendons de vous|requisito*|requisitos|pedimos|buscamos|necesitas|necesitamos|esperamos|tu perfil',
      'perfil|imprescindible*|indispensables|se requiere|requerimientos|requerido*|quien eres|eres|encajas',
      'vous devez avoir|vous devez|aportas|debes tener|traes|hace falta|exigimos|competencias|cerinte*|cerem|cautam|profilul|candidatul',
      'candidatului|calificari|conditii specifice|conditii de participare|conditii generale|obligatorii',
      'obligatoriu|necesar*|asteptam de la tine|asteptari*|asteptarile|te potrivesti|ce ai nevoie|ai nevoie',
      'asteptam de la|asteptam|iti trebuie|trebuie sa|competente|te vedem|cine esti|potrivit*|avem nevoie|ne dorim|ce iti cerem',
    ],
  ],
  [
    'tasks',
    [
      'bei uns tun|tun werden|tun wirst|arbeitsgebiet|beschaftigen|beschaftigst|working week|your week|days look like|job involves',
      'post involves|role involves|work involves|activitatea|activitatea ta|munca ta|que haces|quehacer|ce que vous faites',
      'main duties|what youll tackle|the challenge|a day in|day in the life|the work|your work|what the job|what we need you|worum gehts|worum es geht|was du bewirkst|das ubernimmst du|deine verantwortung|ihre verantwortung|so bringst du dich ein|arbeitsinhalte|tes taches|vos taches|tu travailleras|vous travaillerez|contexte et missions|ton quotidien|tus funciones|tus tareas|como sera|que te encargaras|labores|tu reto|indatoriri|ziua ta|vei lucra|te asteapta la munca|misiuni|ce ai face|ce faci',
      'responsib*|duties|tasks|what you will do|what youll do|what you do|you will do|youll do|be doing|work on',
      'your role|the role|the job|your job|your mission|our mission for you|your impact|day to day|day-to-day',
      'typical day|your day|in this role|you will contribute|volunteers do|internship|accountabilities|scope of',
      'job description|job summary|position summary|position overview|role overview|role purpose',
      'the job involves|your challenge|you will be|you will|key objectives|about this role|aufgaben|aufgabe',
      'aufgabengebiet|aufgabenbereich|aufgabenfeld|*aufgaben|tatigkeit*|erwartet dich|dich erwartet',
      'sie erwartet|erwartet sie|dein job|dein alltag|dein arbeitsalltag|arbeitsalltag|deine mission',
      'ihre mission|dein bereich|verantwortung*|verantwortungsbereich|machst|tust du|du tust|bewegst|bewirkst',
      'packst du an|wirkungsbereich|einsatzbereich|herausforderung*|stellenbeschreibung|wofur wir|wobei du',
      'dein beitrag|ihr beitrag|ins spiel|zu tun|gestaltest du|mission|missions|taches|descriptif',
      'description du poste|description de poste|role|responsabilites|votre fonction|activites|au quotidien',
      'quotidien|vous ferez|tu feras|allez faire|vas faire|attributions|vous attend|tattend|challenge',
      'contenu du poste|vos defis|en quoi consiste|le poste|travaux|journee|funciones|tareas|responsabilidades',
      'que haras|vas a hacer|lo que haras|mision|tu rol|dia a dia|tu trabajo|el puesto|del puesto|de la oferta',
      'actividades|objetivo|en que consiste|tus retos|te encargaras|te ocuparas|tu papel|dedicaras',
      'responsabilitati*|responsabilitatile|atributii*|atributiile|sarcini*|sarcinile|vei face|presupune|rolul',
      'activitati*|descrierea postului|descrierea jobului|descriere job|descriere post|despre job|despre rol',
      'despre post|ai de facut|misiunea|responsabil*|vei invata|te vei ocupa|te ocupi|o zi|faci la noi|vei avea',
    ],
  ],
  [
    'apply',
    [
      'how to apply|to apply|apply|applying|your application|next steps|interested|get in touch|bewirb*|bewerb*',
      'bewerbung*|so geht|kontakt|ansprechpartner*|neugierig|interesse geweckt|postul*|candidat|candidature',
      'candidater|pour postuler|comment postuler|contact|interesse(e)|como aplicar|aplicar|inscri*',
      'como participar|presentacion de|contacto|interesad*|te interesa|te animas|aplici|aplica|aplicare',
      'candidezi|depunerea|cum aplici',
    ],
  ],
  [
    'about',
    [
      'about us|about our|about the company|who we are|our company|our story|our team|our mission|the company',
      'uber uns|wer wir sind|das sind wir|unternehmen|wir sind|unser team|qui sommes|a propos|lentreprise',
      'notre entreprise|notre histoire|equipe|presentation|sobre nosotros|sobre la empresa|quienes somos',
      'la empresa|nuestra empresa|quien es|despre noi|despre companie|despre compania|cine suntem|compania',
      'echipa noastra',
    ],
  ],
]

const termLabels = [
  'job site|worksite|work site|job location|work location|duty station|base|where youll work|where you will work|pay range',
  'starting wage|starting pay|salary range|wage range|shift|shifts|roster|address|arbeitsplatz|arbeitsstatte|einsatzstelle',
  'adresse|schicht|schichten|lieu du poste|lieu dexercice|lieu daffectation|ou ca|poste base a|zona de trabajo|zona',
  'centro de trabajo|lugar del puesto|direccion|turno|turnos|punct de lucru|punctul de lucru|unde lucrezi|unde vei lucra',
  'sediu|sediul|adresa|schimb|schimburi|tura|ture|regim de munca|grafic|graficul de lucru|grafic de munca',
  'contract|the contract|contract type|type of contract|key facts|facts|terms|details|job details|hours',
  'working hours|work hours|schedule|salary|pay|wage|day rate|rate|hourly rate|compensation|remuneration',
  'location|locations|place of work|place|site|sites|office|where|when|start|start date|starting|job type',
  'employment type|employment|workplace|work mode|working model|work model|conditions|duration|at a glance',
  'reference|vacancies|openings|department|level|rahmenbedingungen|einsatzort|einsatzorte|arbeitsort',
  'arbeitsorte|standort|standorte|dienstort|ort|wo|arbeitszeit|arbeitszeiten|umfang|gehalt|jahresgehalt',
  'monatsgehalt|jahressalar|lohn|stundenlohn|vergutung|bezahlung|entgelt|eingruppierung|eckdaten|fakten',
  'auf einen blick|vertrag|vertragsart|anstellung|anstellungsart|beschaftigungsart|beschaftigung|befristung',
  'beginn|eintritt|eintrittsdatum|pensum|arbeitsform|arbeitsmodell|wie lange|dauer|konditionen|abteilung',
  'kennziffer|referenz|infos cles|informations|infos|infos pratiques|en bref|les conditions',
  'conditions de travail|contrat|type de contrat|lieu|lieu de travail|lieux|localisation|ville|ou|quand',
  'salaire|gratification|temps de travail|horaires|duree|debut|date de debut|prise de poste',
  'entree en fonction|mode de travail|taux dactivite|taux|rythme|modalites|modalite|departement|service',
  'datos de la oferta|condiciones|modalidad|contrato|tipo de contrato|ubicacion|localidad|lugar',
  'lugar de trabajo|donde|cuando|como|cuanto|salario|sueldo|retribucion|remuneracion|horario|jornada',
  'duracion|inicio|incorporacion|fecha de inicio|departamento|vacantes|plazas|detalles|date despre post',
  'detalii|detalii contract|tip contract|tipul contractului|tip job|tipul jobului|program|program de lucru',
  'programul|salariu|salariul|remuneratie|remuneratia|venit|locatie|locatia|localitate|localitatea|oras',
  'orasul|loc de munca|locul de munca|unde|cand|durata|data inceperii|incepere|mod de lucru|modul de lucru',
  'informatii|departament|departamentul|rute|posturi|numar de posturi|salary and location|ort und zeit',
  'wann und wo|rahmen',
]

const exactKinds: ReadonlyMap<string, PostingSectionKind> = new Map([
  ...wordsOf(termLabels).map((phrase) => [phrase, 'terms'] as const),
  ...exactPhrases.flatMap(([kind, phrases]) => wordsOf(phrases).map((phrase) => [phrase, kind] as const)),
])

const stemPatterns = stems.map(([kind, words]) => ({ kind, pattern: wordPattern(words) }))

const titleLabels = new Set(
  wordsOf([
    'position|job title|title|stelle|stellenbezeichnung|jobtitel|titel|poste|intitule du poste|intitule',
    'puesto|puesto de trabajo|titulo del puesto|vacante|post|denumire post|denumirea postului|titlu',
    'convocatoria|anunt de concurs|job|role',
  ]),
)

/** Whether the text after this label is the title of the posting: "Position: Welder". */
export function isTitleLabel(folded: string): boolean {
  return titleLabels.has(cleanLabel(folded))
}

/** The section that a whole heading or label names. */
export function sectionOfLabel(folded: string): PostingSectionKind | undefined {
  const label = cleanLabel(folded)
  return exactKinds.get(label) ?? termsOf(label)
}

/** The section that the words of a heading indicate. */
export function sectionOfHeading(folded: string): PostingSectionKind | undefined {
  const label = cleanLabel(folded)
  return sectionOfLabel(folded) ?? sectionDespiteWords(label) ?? sectionOfStem(label) ?? ownPlaceOf(label)
}

/** The section of a heading that may be a clause: "What we ask for", "Ce que tu apportes". */
export function sectionOfAnyHeading(folded: string): PostingSectionKind | undefined {
  return sectionOfHeading(folded) ?? sectionOfClause(cleanLabel(folded))
}

function sectionOfStem(label: string): PostingSectionKind | undefined {
  return stemPatterns.find(({ pattern }) => pattern.test(label))?.kind
}

const possessive =
  /^(?:your|our|the|dein|deine|deinen|ihr|ihre|ihren|unser|unsere|der|die|das|ton|ta|tes|votre|vos|notre|nos|le|la|les|tu|tus|su|nuestro|nuestra|el) | (?:tau|ta|tale|noastra|nostru)$/u

/** A term with the word that says whose it is: "Dein Arbeitsort", "Votre lieu de travail". */
function termsOf(label: string): 'terms' | undefined {
  const bare = label.replace(possessive, '')
  return bare !== label && exactKinds.get(bare) === 'terms' ? 'terms' : undefined
}

const ownPlace =
  /^(?:our|unser|unsere|notre|nuestro|nuestra) \p{L}+$|^(?!oferta|propunerea)\p{L}+ (?:noastra|nostru)$/u

/** "Our school", "Unsere Kanzlei": a company names itself by what it is. */
function ownPlaceOf(label: string): 'about' | undefined {
  return ownPlace.test(label) ? 'about' : undefined
}

/** Removes numbering, punctuation and articles that add nothing: "II. Ihre Aufgaben:" is "aufgaben". */
function cleanLabel(folded: string): string {
  return folded
    .replace(/^(?:[ivx]{1,4}|\d{1,2})[.)]?\s+(?=\p{L})/u, '')
    .replaceAll(/[¿?¡!:：«»"„“”*_#]/gu, ' ')
    .replace(/^[^\p{L}]+/u, '')
    .replace(/[^\p{L})]+$/u, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
