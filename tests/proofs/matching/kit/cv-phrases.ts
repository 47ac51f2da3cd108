// Phrases of generated CVs. `[a|b]` is a gendered form, `<a|b>` a pronoun or a form of address, `{…}` a slot; see
// render-cv.ts.
export const cvLanguages = ['en', 'de', 'fr', 'es', 'ro'] as const
export type CvLanguage = (typeof cvLanguages)[number]

export type CvPhrases = {
  /** Variants of the lines about the person, before the first section. */
  heads: readonly string[]
  summaries: readonly string[]
  headings: { summary: string; experience: string; education: string; skills: string; languages: string }
  today: string
  photo: string
  general: readonly string[]
  spoken: readonly string[]
  degrees: readonly string[]
  /** Lines at the end, such as references, a place with a date, a signature. */
  ends: readonly string[]
}

export const cvPhrases: Readonly<Record<CvLanguage, CvPhrases>> = {
  en: {
    heads: [
      '{photo}{first} {family}\n{street}, {town} {postcode}\nDate of birth: {day}/{month}/{year} | Phone 020 7946 0{number}',
      'CURRICULUM VITAE\n{photo}Name: <Mr|Mrs> {first} {family}\nAge: {age}\nAddress: {street}, {postcode} {town}\nEmail: {email}',
      '{first} {family}\n{town} · {email} · {age} years old\n{photo}{street}, {postcode}',
    ],
    summaries: [
      '{title} with {years} years in the trade. {first} is known for <his|her> calm, and colleagues ask for <him|her> when it gets busy.',
      'I am {age} years old, live in {town} and have worked as {title} for {years} years. {general}.',
      'Born in {year}, a {general} [gentleman|lady] and [father|mother] of two. <He|She> graduated from {school} and works as {title}.',
    ],
    headings: {
      summary: 'Profile',
      experience: 'Work experience',
      education: 'Education',
      skills: 'Skills',
      languages: 'Languages',
    },
    today: 'present',
    photo: 'Photo: {first}-{family}.jpg\n',
    general: [
      'reliable',
      'punctual',
      'patient',
      'good with numbers',
      'calm under pressure',
      'driving licence',
      'first aid course',
      'flexible hours',
    ],
    spoken: [
      'English (native), French B1',
      'English: mother tongue; Polish: C1',
      'English C2, German A2',
      'English – native speaker',
    ],
    degrees: [
      'Bachelor of Arts',
      'Master of Science',
      'Secondary school certificate',
      'Vocational diploma',
      'Bachelor of Science',
    ],
    ends: [
      'References\nOn request from <Mr|Mrs> {family}’s last employer',
      'Interests\nHiking, football, choir',
      '{town}, {first} {family}',
    ],
  },
  de: {
    heads: [
      '{photo}{first} {family}\n{street}\n{postcode} {town}\ngeboren am {day}.{month}.{year}\nTelefon 0151 2345{number}',
      'LEBENSLAUF\n{photo}Name: <Herr|Frau> {first} {family}\nGeburtsdatum: {day}.{month}.{year}\nAnschrift: {street}, {postcode} {town}\nE-Mail: {email}',
      '{first} {family}, {age} Jahre\n{town} | {email}\n{photo}{street}, {postcode} {town}',
    ],
    summaries: [
      '[Erfahrener|Erfahrene] {title} mit {years} Jahren im Beruf. {first} ist für <seine|ihre> Ruhe bekannt, und man fragt gern nach <ihm|ihr>.',
      'Ich bin {age} Jahre alt, wohne in {town} und arbeite seit {years} Jahren als {title}. {general}.',
      'Jahrgang {year}, [verheirateter Vater|verheiratete Mutter] von zwei Kindern, [Absolvent|Absolventin] von {school}. <Er|Sie> arbeitet als {title}, {general}.',
    ],
    headings: {
      summary: 'Profil',
      experience: 'Berufserfahrung',
      education: 'Ausbildung',
      skills: 'Kenntnisse',
      languages: 'Sprachen',
    },
    today: 'heute',
    photo: 'Foto: {first}-{family}.jpg\n',
    general: [
      'zuverlässig',
      'pünktlich',
      'geduldig',
      'Führerschein Klasse B',
      'belastbar',
      'Ersthelfer',
      'zeitlich flexibel',
      'sorgfältig',
    ],
    spoken: [
      'Deutsch (Muttersprache), Englisch B2',
      'Deutsch: Muttersprache; Türkisch: C1',
      'Deutsch C2, Italienisch A2',
      'Deutsch – Muttersprache',
    ],
    degrees: [
      'Bachelor of Arts',
      'Master of Science',
      'Realschulabschluss',
      'Abgeschlossene Berufsausbildung',
      'Abitur',
    ],
    ends: [
      'Referenzen\nAuf Anfrage beim letzten Arbeitgeber von <Herrn|Frau> {family}',
      'Hobbys\nWandern, Fußball, Chor',
      '{town}, {first} {family}',
    ],
  },
  fr: {
    heads: [
      '{photo}{first} {family}\n{street}\n{postcode} {town}\nné[|e] le {day}/{month}/{year}\nTél. 06 39 98 {number}',
      'CURRICULUM VITAE\n{photo}Nom : <M.|Mme> {first} {family}\nÂge : {age} ans\nAdresse : {street}, {postcode} {town}\nCourriel : {email}',
      '{first} {family}, {age} ans, marié[|e]\n{town} | {email}\n{photo}{street}, {postcode} {town}',
    ],
    summaries: [
      '{title} [expérimenté|expérimentée] avec {years} ans de métier. {first} est [organisé|organisée] et ses collègues comptent sur <lui|elle>.',
      'J’ai {age} ans, j’habite à {town} et je travaille comme {title} depuis {years} ans. {general}.',
      'Né[|e] en {year}, [père|mère] de deux enfants, [diplômé|diplômée] de {school}. <Il|Elle> est {title}, {general}.',
    ],
    headings: {
      summary: 'Profil',
      experience: 'Expérience professionnelle',
      education: 'Formation',
      skills: 'Compétences',
      languages: 'Langues',
    },
    today: 'aujourd’hui',
    photo: 'Photo : {first}-{family}.jpg\n',
    general: [
      'fiable',
      'à l’heure',
      'calme',
      'permis B',
      'résiste à la pression',
      'brevet de secourisme',
      'horaires flexibles',
      'méthode',
    ],
    spoken: [
      'Français (langue maternelle), anglais B1',
      'Français : langue maternelle ; arabe : C1',
      'Français C2, espagnol A2',
      'Français – langue maternelle',
    ],
    degrees: ['Licence', 'Master', 'Baccalauréat', 'CAP', 'BTS'],
    ends: [
      'Références\nSur demande auprès du dernier employeur de <M.|Mme> {family}',
      'Centres d’intérêt\nRandonnée, football, chorale',
      '{town}, {first} {family}',
    ],
  },
  es: {
    heads: [
      '{photo}{first} {family}\n{street}\n{postcode} {town}\nFecha de nacimiento: {day}/{month}/{year}\nTel. 600 100 {number}',
      'CURRÍCULUM\n{photo}Nombre: <D.|D.ª> {first} {family}\nEdad: {age} años\nDirección: {street}, {postcode} {town}\nCorreo: {email}',
      '{first} {family}, {age} años, [casado|casada]\n{town} | {email}\n{photo}{street}, {postcode} {town}',
    ],
    summaries: [
      '{title} con {years} años en el oficio. {first} es [organizado|organizada], y todos preguntan por <él|ella>.',
      'Tengo {age} años, vivo en {town} y trabajo como {title} desde hace {years} años. {general}.',
      '[Nacido|Nacida] en {year}, [padre|madre] de dos hijos, [licenciado|licenciada] por {school}. <Él|Ella> trabaja como {title}, {general}.',
    ],
    headings: {
      summary: 'Perfil',
      experience: 'Experiencia laboral',
      education: 'Formación',
      skills: 'Habilidades',
      languages: 'Idiomas',
    },
    today: 'actualidad',
    photo: 'Foto: {first}-{family}.jpg\n',
    general: [
      'puntualidad',
      'paciencia',
      'calma',
      'carné de conducir',
      'trabajo bajo presión',
      'primeros auxilios',
      'horario flexible',
      'orden',
    ],
    spoken: [
      'Español (lengua materna), inglés B1',
      'Español: nativo; catalán: C1',
      'Español C2, portugués A2',
      'Español – nativo',
    ],
    degrees: ['Licenciatura', 'Máster', 'Bachillerato', 'Formación profesional', 'Grado'],
    ends: [
      'Referencias\nDisponibles en la última empresa de <D.|D.ª> {family}',
      'Aficiones\nSenderismo, fútbol, coro',
      '{town}, {first} {family}',
    ],
  },
  ro: {
    heads: [
      '{photo}{first} {family}\n{street}\n{postcode} {town}\nData nașterii: {day}.{month}.{year}\nTelefon 0740 100 {number}',
      'CURRICULUM VITAE\n{photo}Nume: <dl.|dna.> {first} {family}\nVârsta: {age} ani\nAdresa: {street}, {postcode} {town}\nE-mail: {email}',
      '{first} {family}, {age} ani, [căsătorit|căsătorită]\n{town} | {email}\n{photo}{street}, {postcode} {town}',
    ],
    summaries: [
      '{title} cu {years} ani în meserie. {first} este [organizat|organizată], iar colegii întreabă de <el|ea>.',
      'Am {age} ani, locuiesc în {town} și lucrez ca {title} de {years} ani. {general}.',
      '[Născut|Născută] în {year}, [tată|mamă] a doi copii, [absolvent|absolventă] {school}. <El|Ea> lucrează ca {title}, {general}.',
    ],
    headings: {
      summary: 'Profil',
      experience: 'Experiență profesională',
      education: 'Educație',
      skills: 'Competențe',
      languages: 'Limbi străine',
    },
    today: 'prezent',
    photo: 'Fotografie: {first}-{family}.jpg\n',
    general: [
      'punctualitate',
      'răbdare',
      'calm',
      'permis de conducere B',
      'rezistență la stres',
      'prim ajutor',
      'program flexibil',
      'ordine',
    ],
    spoken: [
      'Română (limba maternă), engleză B1',
      'Română: nativ; maghiară: C1',
      'Română C2, franceză A2',
      'Română – limba maternă',
    ],
    degrees: ['Licență', 'Master', 'Bacalaureat', 'Școală profesională', 'Colegiu tehnic'],
    ends: [
      'Referințe\nLa cerere de la ultimul angajator al <dlui.|dnei.> {family}',
      'Hobby-uri\nDrumeții, fotbal, cor',
      '{town}, {first} {family}',
    ],
  },
}
