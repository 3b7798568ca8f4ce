export interface Host {
  name: string;
  mail: string;
}

export interface Show {
  slug: string;
  title: string;
  host: Host | null;
  tags: string[];
}

export interface Chapter {
  at: number;
  title: string;
}

export interface Episode {
  id: string;
  show: string;
  title: string;
  seconds: number;
  published: Date;
  file: string;
  chapters: Chapter[];
}

export interface Listener {
  id: string;
  name: string;
  queue: string[];
  heard: Map<string, number>;
}
