/** The languages in which the service itself speaks. */
export const LANGUAGES = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "nl",
  "pl",
  "ru",
  "uk",
  "tr",
  "ar",
  "he",
  "hi",
  "zh",
  "ja",
  "ko",
  "vi",
  "th",
  "id",
] as const;

export type Language = (typeof LANGUAGES)[number];

/** Writing that belongs to one language among these, the most telling first. */
const SCRIPTS: readonly (readonly [RegExp, Language])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Han}/u, "zh"],
  [/\p{Script=Thai}/u, "th"],
  [/\p{Script=Hebrew}/u, "he"],
  [/\p{Script=Arabic}/u, "ar"],
  [/\p{Script=Devanagari}/u, "hi"],
  [/[іїєґІЇЄҐ]/u, "uk"],
  [/\p{Script=Cyrillic}/u, "ru"],
];

/** Words that every text of a language is full of; none of them tells what a question is about. */
const FUNCTION_WORDS: Readonly<Partial<Record<Language, string>>> = {
  en: "the a an of to in is are was were be been and or for on at by with from what which who whom whose when where why how do does did has have had can could will would should may might must it its this that these those there as i me my you your he his him she her we our us they their them not no about into many much long old often any some please tell give show list called say says said hello thanks",
  de: "der die das den dem des ein eine einen einem einer eines und oder ist sind war waren wird werden wurde wurden wer was wann wo wohin woher warum wie welche welcher welches welchen welchem viel viele lange hat haben hatte kann kannst können könnt darf dürfen muss müssen soll sollen ich du er sie es wir ihr mein meine dein seine ihre nicht kein keine im in am an auf aus bei mit nach von vom zu zum zur für über unter um als auch man sich bitte gibt es gib nenne zeige heißt hallo danke vielen dank guten",
  fr: "le la les l un une des du de d et ou est sont était étaient sera être qui que quoi quand où pourquoi comment combien quel quelle quels quelles ai a as avons avez ont avait peut puis-je ai-je peux faut-il puis je tu il elle nous vous ils elles on mon ma mes ton votre vos son sa ses leur ce cette ces ne pas au aux en dans sur sous par pour avec sans se trouve qu est-ce y s c j n merci bonjour",
  es: "el la los las un una unos unas de del y o u es son era eran fue fueron ser está están quién quiénes qué cuándo dónde cómo cuánto cuánta cuántos cuántas cuál cuáles por para con sin en sobre a al se su sus mi mis tu tus lo le les no hay tiene tienen ha han puede puedo yo él ella nosotros este esta estos ese esa que hola gracias",
  it: "il lo la i gli le un uno una di del della dei delle degli e o è sono era erano fu chi che cosa quando dove come quanto quanta quanti quante quale quali perché per con senza in su a al alla da dal dalla nel nella si suo sua suoi mio mia tuo non c'è ci ha hanno può posso io lui lei noi questo questa cos'è ciao grazie",
  pt: "o a os as um uma de do da dos das e ou é são era eram foi foram quem que quando onde como quanto quanta quantos quantas qual quais por para com sem em no na nos nas ao à se seu sua seus meu minha não há tem têm pode posso eu ele ela nós isto este esta fica olá obrigado obrigada",
  nl: "de het een en of is zijn was waren wie wat wanneer waar waarom hoe hoeveel welke welk van in op aan bij met naar voor door over uit te ik jij hij zij wij je mijn haar niet geen er heeft hebben kan kunnen mag moet moeten wordt worden die dat dit deze hallo dank bedankt",
  pl: "i w we z ze na do od po o u za jest są był była było były kto co kiedy gdzie jak ile ilu dlaczego który która które jaki jaka jakie czy się nie to ten ta tym tego dla przez przy jego jej ich mój moja ma mają może można cześć dziękuję",
  tr: "ve veya bir bu şu o mi mı mu mü kim ne nedir zaman nerede nereye neden nasıl kaç hangi kadar için ile de da var yok olan olarak benim senin onun değil merhaba teşekkürler teşekkür ederim",
  vi: "là của và có không những các một cho với được ở đâu ai gì nào khi bao nhiêu như thế tại sao tôi bạn này đó trong trên mấy năm xin chào cảm ơn",
  id: "yang dan atau di ke dari adalah ini itu siapa apa kapan mana dimana mengapa bagaimana berapa untuk dengan pada dalam tidak ada saya anda kami mereka itu apakah halo terima kasih",
  ru: "и в во на с со к по о об от до за из у не что кто когда где куда почему как сколько какой какая какое какие чей это этот эта был была было были есть ли для при его её их мой мы вы он она они я привет спасибо",
  uk: "і й та в у на з із до по про від за не що хто коли де куди чому як скільки який яка яке які це цей ця був була було були є чи для при його її їх мій ми ви він вона вони я привіт дякую",
  ar: "في من إلى على عن هو هي هم ما ماذا متى أين كيف كم لماذا هل أي هذا هذه التي الذي و أو لا مع كان كانت مرحبا شكرا",
  he: "של את על עם אל מן הוא היא הם מה מי מתי איפה היכן איך כמה למה האם זה זאת יש אין לא או אני שלום תודה",
  hi: "का की के में से को पर और या है हैं था थे थी क्या कौन कब कहाँ कैसे कितना कितने कितनी क्यों किस किसने यह वह एक नहीं ने नमस्ते धन्यवाद",
};

/** Questions and endings in scripts that do not divide words. */
const UNSPACED_WORDS =
  /(?:什么时候|是什么|是谁|有多少|多少|哪一年|哪年|哪些|哪里|哪儿|什么|怎么|为什么|几点|谁|吗|呢|的|了|是|有|在|请问|何時|何年|何日|何人|何が|何を|何の|何|誰が|誰|だれ|どこ|いつ|いくら|いくつ|どのくらい|どれ|どんな|なぜ|ですか|ますか|でしょうか|でした|です|ます|ました|ください|には|から|まで|とは|は|が|を|に|の|で|と|も|へ|か|ใคร|อะไร|ที่ไหน|เมื่อไหร่|เมื่อไร|อย่างไร|เท่าไหร่|เท่าไร|กี่|คือ|เป็น|ของ|หรือ|ไหม|มี|ที่)/gu;

const WORDS = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;
const LATIN = (["en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr", "vi", "id"] as const).map(
  (language) => [language, new Set(FUNCTION_WORDS[language]?.split(" "))] as const,
);
const ALL_FUNCTION_WORDS: ReadonlyMap<Language, ReadonlySet<string>> = new Map(
  LANGUAGES.map((language) => [language, new Set(FUNCTION_WORDS[language]?.split(" "))]),
);

/** Letters that only some languages of the Latin script write, and so count as a word of theirs. */
const LETTERS: readonly (readonly [RegExp, Language])[] = [
  [/ß|ä/i, "de"],
  [/[¿¡ñ]/i, "es"],
  [/[ãõ]/i, "pt"],
  [/[ąęłńśźż]/i, "pl"],
  [/[ğış]/, "tr"],
  [/[ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđ]/i, "vi"],
  [/[œêûëï]/i, "fr"],
];

/** The language of a text by its script, its letters and its commonest words; English where nothing tells. */
export function languageOf(text: string): Language {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  // A few letters of another script are a quotation or a name.
  if (latin < 0.6 * letters) {
    const found = SCRIPTS.find(([script]) => script.test(text));
    if (found !== undefined) return found[1];
  }
  const words = text.toLowerCase().match(WORDS) ?? [];
  let best: Language = "en";
  let most = 0;
  for (const [language, known] of LATIN) {
    const count = words
      .flatMap((word) => [word, ...word.split(/['’]/)])
      .filter((word) => known.has(word)).length;
    const own = LETTERS.filter(([letter, of]) => of === language && letter.test(text)).length;
    if (count + 1.5 * own > most) {
      most = count + 1.5 * own;
      best = language;
    }
  }
  return best;
}

/** A question without the words that do not tell what it is about. */
export function contentOf(question: string, language: Language): string {
  if (language === "zh" || language === "ja" || language === "th")
    return question.replace(UNSPACED_WORDS, " ");
  const known = ALL_FUNCTION_WORDS.get(language);
  const plain =
    language === "en" ? question : question.replace(/\b(?:qu|d|l|s|j|n|c|m|t|dell|all|nell|un)['’]/giu, " ");
  return plain.replace(WORDS, (word) => (known?.has(word.toLowerCase()) ? " " : word));
}
