"""How well searches find what they should: public sets that are read in place, through the real write and search.

Nothing of the sets stands here. The weight of words in `memories.ranking.text_score` was chosen on a random half of
LongMemEval's questions (MIT) and looked at on the other half and on the personas (Apache-2.0).
"""
