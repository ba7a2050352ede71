/** User agent of this installation for external services: public ones refuse requests without one. */
export const agentOf = ({ version, siteAddress }: { version: string; siteAddress: string }): string =>
  `Sitewalk/${version} (${siteAddress})`;
