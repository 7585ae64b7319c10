"""A profile of one person, kept as "key: value" pairs, against what is said later: whose is the place, sign, gender?"""
