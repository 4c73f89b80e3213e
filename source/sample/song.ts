/** A song, an episode or a movement, whoever plays it. */
export type Song = {name: string; composer: string | null};

/** What is on an album, and what it is called. */
export type AlbumContents = {title: string; songs: Song[]};
